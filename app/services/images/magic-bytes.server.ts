export const MAGIC_BYTES = 16;

const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

export function imageType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, MAGIC_BYTES));
  if (start.subarray(0, JPEG.length).equals(JPEG)) return "image/jpeg";
  if (start.subarray(0, PNG.length).equals(PNG)) return "image/png";
  const text = start.toString("latin1");
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  return ["ftypavif", "ftypavis"].includes(text.slice(4, 12)) ? "image/avif" : null;
}

const HEIC = /^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

/** As telephones of Apple take photographs; the shop's image library cannot open them. */
export function isHeic(bytes: Uint8Array): boolean {
  return HEIC.test(Buffer.from(bytes.subarray(4, 12)).toString("latin1"));
}
