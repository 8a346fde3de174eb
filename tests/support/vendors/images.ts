/** Images that are not what they seem, and a folder of honest ones. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

import sharp from "sharp";

/** A PNG of `side` × `side` black pixels, in a few hundred kilobytes at most. */
export function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  return png(header, deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 9 }), []);
}

/** A PNG of one pixel with `bytes` of text in it. */
export function chatterbox(bytes: number): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const text = Buffer.concat([Buffer.from("Comment\0"), Buffer.alloc(bytes, "x")]);
  return png(header, deflateSync(Buffer.alloc(2)), [chunk("tEXt", text)]);
}

function png(header: Buffer, rows: Buffer, more: ReadonlyArray<Buffer>): Buffer {
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    ...more,
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A plain image. */
export function plain(width: number, height: number, background = "#c86") {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** Puts toys/train.jpg (1200 × 900, with a place in it), small.png (400 × 300) and glass.png (see-through) into `folder`. */
export async function honestImages(folder: string): Promise<void> {
  mkdirSync(join(folder, "toys"), { recursive: true });
  const tagged = plain(1200, 900).withExif({ IFD0: { Copyright: "secret-place" } });
  await tagged.jpeg().toFile(join(folder, "toys/train.jpg"));
  await plain(400, 300).png().toFile(join(folder, "small.png"));
  const glass = {
    width: 400,
    height: 300,
    channels: 4 as const,
    background: { r: 9, g: 9, b: 9, alpha: 0.5 },
  };
  await sharp({ create: glass }).png().toFile(join(folder, "glass.png"));
}

/** Puts files into `folder` whose names lie. */
export async function lyingImages(folder: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`;
  writeFileSync(join(folder, "drawing.svg"), svg);
  writeFileSync(join(folder, "drawing.png"), svg);
  writeFileSync(join(folder, "anim.jpg"), "GIF89a".padEnd(64, "\0"));
  writeFileSync(join(folder, "page.jpg"), "%PDF-1.7".padEnd(64, "\0"));
  writeFileSync(join(folder, "phone.jpg"), "\0\0\0\x18ftypheic".padEnd(64, "\0"));
  writeFileSync(join(folder, "cut.jpg"), (await plain(1200, 900).jpeg().toBuffer()).subarray(0, 900));
}
