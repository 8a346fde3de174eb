import type { EmailImage } from "./document.ts";

/** Twice the shown width, for sharp screens. */
const WIDTH_PX = "240";

/** `file`: in the image folder, or an address of an allowed host; a JPEG, which every mail program shows, or null. */
export function itemImage(file: string, alt: string, origin: string): EmailImage | null {
  if (file === "") return null;
  const isRemote = file.includes(":");
  const query = new URLSearchParams({ ...(isRemote ? { src: file } : {}), w: WIDTH_PX, f: "jpeg" });
  return { src: `${origin}/image/${isRemote ? "remote" : file}?${query.toString()}`, alt };
}
