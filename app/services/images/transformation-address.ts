/** Cloudinary's language. Pure: browsers build these addresses too. */
import { IMAGE_SCREENS } from "./image-widths.ts";
import type { ImageQuality, ImageRequest } from "./images-port.ts";

export type TransformationService = Readonly<{
  /** "https://res.cloudinary.com/{cloud}/image". */
  base: string;
  /** Folder that the shop's images were uploaded to, or null: the service fetches them from the shop. */
  folder: string | null;
  origin: string;
}>;

/** The service's own scale: "good" is its default, "eco" is for who saves data. */
const QUALITY = { 50: "q_auto:eco", 75: "q_auto:good" } as const satisfies Record<ImageQuality, string>;
const LARGEST = IMAGE_SCREENS[IMAGE_SCREENS.length - 1] ?? 0;

type Transformation = Pick<ImageRequest, "file" | "width" | "quality">;
/** Answers with what goes before the transformation, such as "s--Ai4Znfl3--". */
type Sign = (text: string) => string;

export function transformationAddress(
  service: TransformationService,
  requested: Transformation,
  sign?: Sign,
): string {
  const { file, width, quality } = requested;
  const change = `c_limit,f_auto,${QUALITY[quality]},w_${width}`;
  const { type, version, source } = sourceOf(service, file);
  const signature = sign ? [sign(`${change}/${source}`)] : [];
  return [service.base, type, ...signature, change, ...version, source].join("/");
}

function sourceOf({ folder, origin }: TransformationService, file: string) {
  const isRemote = file.includes(":");
  // Nobody has put what was uploaded at the desk into the service's folder.
  if (folder !== null && !isRemote && !file.startsWith("uploads/"))
    return { type: "upload", version: ["v1"], source: `${folder}/${file}` };
  // An address that names its format is answered by the shop itself: this one leads to no circle.
  const address = isRemote ? file : `${origin}/image/${file}?w=${LARGEST}&f=jpeg`;
  return { type: "fetch", version: [], source: encoded(address) };
}

/** Everything but ASCII letters, digits and _ . - / : is escaped, so that "?" and "&" belong to the source. */
function encoded(address: string): string {
  return address.replace(/[^\w.\-/:]/gu, (sign) =>
    encodeURIComponent(sign).replace(
      /[!'()*~]/g,
      (rest) => `%${rest.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  );
}
