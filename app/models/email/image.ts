import type { EmailImage } from "./document.ts";

/** Twice the shown width, for sharp screens. */
const WIDTH_PX = "240";

/**
 * The image `file` (in the image folder, or an address of an allowed host) as a JPEG, which every mail program shows;
 * null if there is none.
 */
export function itemImage(file: string, alt: string, origin: string): EmailImage | null {
  if (file === "") return null;
  const isRemote = file.includes(":");
  const query = new URLSearchParams({ ...(isRemote ? { src: file } : {}), w: WIDTH_PX, f: "jpeg" });
  return { src: `${origin}/image/${isRemote ? "remote" : file}?${query.toString()}`, alt };
}
