import type { IconName } from "#app/components/ui/icon.tsx";

const ICONS: ReadonlyMap<string, IconName> = new Map([
  ["van", "truck"],
  ["truck", "truck"],
  ["return", "return"],
  ["mend", "wrench"],
  ["shield", "shield"],
  ["gift", "gift"],
  ["leaf", "leaf"],
]);

export function promiseIcon(name: string): IconName {
  return ICONS.get(name) ?? "check";
}
