/** Code 39 (ISO/IEC 16388) for digits: the bars of a number that a scanner types. */

/** Narrow and wide elements, bar first: "n" is 1 module, "w" is 3. */
const PATTERNS: Readonly<Record<string, string>> = {
  "0": "nnnwwnwnn",
  "1": "wnnwnnnnw",
  "2": "nnwwnnnnw",
  "3": "wnwwnnnnn",
  "4": "nnnwwnnnw",
  "5": "wnnwwnnnn",
  "6": "nnwwwnnnn",
  "7": "nnnwnnwnw",
  "8": "wnnwnnwnn",
  "9": "nnwwnnwnn",
  "*": "nwnnwnwnn",
};

const WIDE = 3;

export type Barcode = Readonly<{
  /** In modules. */
  width: number;
  /** The bars as the path of an SVG that is `height` high. */
  path: string;
  height: number;
}>;

const HEIGHT = 34;

/** Throws for anything but digits. */
export function code39(digits: string): Barcode {
  if (!/^\d+$/.test(digits)) throw new RangeError("Only digits are drawn");
  const bars: Array<string> = [];
  let x = 0;
  for (const character of `*${digits}*`) {
    for (const [index, element] of Array.from(PATTERNS[character] ?? "").entries()) {
      const width = element === "w" ? WIDE : 1;
      if (index % 2 === 0) bars.push(`M${x} 0h${width}v${HEIGHT}h-${width}z`);
      x += width;
    }
    // One narrow space between characters.
    x += 1;
  }
  return { width: x - 1, path: bars.join(""), height: HEIGHT };
}
