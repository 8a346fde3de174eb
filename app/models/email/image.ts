/** Pictures of goods in letters: at an address that is the same for everybody, so that loading one tells nothing. */
import type { EmailPicture } from "./document.ts";

/** Twice as wide as it is shown, for sharp screens; one of the widths that are made. */
const WIDTH_PX = "240";

/**
 * The picture `file` (under the picture folder, or the address of one on an allowed host), as a JPEG that every mail
 * program shows; null where there is none. `alt` says what it shows.
 */
export function goodsPicture(file: string, alt: string, origin: string): EmailPicture | null {
  if (file === "") return null;
  const isRemote = file.includes(":");
  const query = new URLSearchParams({ ...(isRemote ? { src: file } : {}), w: WIDTH_PX, f: "jpeg" });
  return { src: `${origin}/image/${isRemote ? "remote" : file}?${query.toString()}`, alt };
}
