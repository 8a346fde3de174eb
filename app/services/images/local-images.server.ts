import { open, readFile, realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";

import { UnreadableImage } from "./image-errors.ts";
import { MAGIC_BYTES, imageType } from "./magic-bytes.server.ts";

const SOURCE_MAX_BYTES = 20_000_000;
const EXTENSIONS = [".jpg", ".jpeg", ".png", ".webp", ".avif"];
/** No segment may begin with a dot, so none leads upwards or to a hidden file. */
const FILE_PATTERN = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/;

export type Original = Readonly<{
  /** Changes when the image does. */
  version: string;
  read: () => Promise<Uint8Array>;
}>;

export async function findLocalImage(sourceDir: string, file: string): Promise<Original | null> {
  if (!isImageFile(file)) return null;
  try {
    const path = await realpath(join(sourceDir, file));
    // A link may not lead out of the folder.
    if (!path.startsWith((await realpath(sourceDir)) + sep)) return null;
    const state = await stat(path);
    if (!state.isFile()) return null;
    return { version: JSON.stringify([file, state.mtimeMs, state.size]), read: () => readImage(path) };
  } catch {
    return null;
  }
}

export function isImageFile(file: string): boolean {
  return FILE_PATTERN.test(file) && EXTENSIONS.includes(extname(file).toLowerCase());
}

/** A file's type is determined by its first bytes, never by its name. */
async function readImage(path: string): Promise<Uint8Array> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    if (size > SOURCE_MAX_BYTES || !imageType(buffer))
      throw new UnreadableImage("Not an image the shop can show");
  } finally {
    await handle.close();
  }
  return readFile(path);
}
