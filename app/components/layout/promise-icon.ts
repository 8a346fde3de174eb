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

/** The drawing for a promise of home.json; a tick for a name that it does not know. */
export function promiseIcon(name: string): IconName {
  return ICONS.get(name) ?? "check";
}
