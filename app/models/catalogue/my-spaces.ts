import type { Space } from "./dimensions-check.ts";

export type MySpaces = Readonly<{ boot: Space | null; doorway: Space | null }>;

export const NO_SPACES: MySpaces = { boot: null, doorway: null };

/** Measures of the boot (width, depth, height) and of the doorway (width, height) in millimetres: "b980.700.450-d700.1980". */
export function spacesText({ boot, doorway }: MySpaces): string {
  return [
    ...(boot ? [`b${boot.width}.${boot.depth ?? 0}.${boot.height ?? 0}`] : []),
    ...(doorway ? [`d${doorway.width}.${doorway.height ?? 0}`] : []),
  ].join("-");
}

const BOOT = /(?:^|-)b(\d{1,5})\.(\d{1,5})\.(\d{1,5})(?:-|$)/;
const DOORWAY = /(?:^|-)d(\d{1,5})\.(\d{1,5})(?:-|$)/;

export function readSpaces(text: string): MySpaces {
  const [, width, depth, height] = BOOT.exec(text) ?? [];
  const [, doorWidth, doorHeight] = DOORWAY.exec(text) ?? [];
  return {
    boot: width ? { place: "boot", width: +width, depth: Number(depth), height: Number(height) } : null,
    doorway: doorWidth
      ? { place: "doorway", width: +doorWidth, depth: null, height: Number(doorHeight) }
      : null,
  };
}

export function withSpace(spaces: MySpaces, space: Space): MySpaces {
  return space.place === "wall" ? spaces : { ...spaces, [space.place]: space };
}
