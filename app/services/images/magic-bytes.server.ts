/** Tells pictures by their first bytes: JPEG, PNG, WebP and AVIF, and nothing else. */

/** How many bytes from the beginning are needed. */
export const MAGIC_BYTES = 16;

/** True when `start`, the first bytes of a file, begins a picture that the shop opens. */
export function isPicture(start: Buffer): boolean {
  if (start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return true;
  if (start.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return true;
  const text = start.toString("latin1");
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return true;
  return ["ftypavif", "ftypavis"].includes(text.slice(4, 12));
}
