/** Which characters a typeface's file draws (www.w3.org/TR/WOFF2, and `cmap` of the OpenType specification). */
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** Of the WOFF2 directory: tables with these places in the list of known tags may be stored transformed. */
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const OTHER_TAG = 63;
const HEADER_BYTES = 48;

/** Code points of `file`, a WOFF2 whose `cmap` has a subtable of format 4. Control characters are left out. */
export function charactersOf(file: string): ReadonlySet<number> {
  return charactersOfFormat4(cmapOf(readFileSync(file)));
}

function cmapOf(font: Buffer): Buffer {
  let at = HEADER_BYTES;
  const readLength = () => {
    for (let value = 0; ;) {
      const byte = font.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let start = 0;
  let found: Readonly<{ start: number; length: number }> | null = null;
  for (let left = font.readUInt16BE(12); left > 0; left--) {
    const flags = font.readUInt8(at++);
    const tag = flags & 63;
    if (tag === OTHER_TAG) at += 4;
    const isOutline = tag === GLYF || tag === LOCA;
    const isTransformed = isOutline ? flags >> 6 !== 3 : flags >> 6 !== 0;
    const plainLength = readLength();
    const length = isTransformed ? readLength() : plainLength;
    if (tag === CMAP) found = { start, length };
    start += length;
  }
  if (!found) throw new Error("The typeface has no table of characters");
  const tables = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)));
  return tables.subarray(found.start, found.start + found.length);
}

function charactersOfFormat4(cmap: Buffer): ReadonlySet<number> {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.readUInt32BE(8 + index * 8),
  );
  const table = offsets.map((offset) => cmap.subarray(offset)).find((one) => one.readUInt16BE(0) === 4);
  if (!table) throw new Error("The table of characters has no subtable of format 4");
  const bytes = table.readUInt16BE(6);
  const characters = new Set<number>();
  for (let segment = 0; segment < bytes; segment += 2) {
    const last = table.readUInt16BE(14 + segment);
    const [first, delta, rangeAt] = [16 + bytes, 16 + 2 * bytes, 16 + 3 * bytes].map(
      (at) => at + segment,
    ) as [number, number, number];
    const range = table.readUInt16BE(rangeAt);
    for (let code = table.readUInt16BE(first); code <= last && code < 0xffff; code++) {
      const glyph =
        range === 0 ? code : table.readUInt16BE(rangeAt + range + 2 * (code - table.readUInt16BE(first)));
      const isDrawn = glyph !== 0 && ((glyph + table.readUInt16BE(delta)) & 0xffff) !== 0;
      if (isDrawn && code >= 0x20) characters.add(code);
    }
  }
  return characters;
}
