import { createHash } from "node:crypto";

import { SourceRefused } from "./image-errors.ts";
import type { ImageRequest, ImagesPort, MovedImage, RenderedImage } from "./images-port.ts";
import { isImageFile } from "./local-images.server.ts";
import { transformationAddress, type TransformationService } from "./transformation-address.ts";

const SIGNATURES = {
  short: { algorithm: "sha1", characters: 8 },
  long: { algorithm: "sha256", characters: 32 },
} as const;

export type Signing = Readonly<{ secret: string; signature: keyof typeof SIGNATURES }>;

type Options = Readonly<{
  service: TransformationService;
  /** Null: addresses carry no signature. */
  signing: Signing | null;
  origins: ReadonlyArray<string>;
  /** The shop's own optimiser, for what the service itself fetches. */
  own: ImagesPort;
}>;

export function cloudinaryImages({ service, signing, origins, own }: Options): ImagesPort {
  const sign = signing ? (text: string) => signatureOf(text, signing) : undefined;
  return { render, measure: (file) => own.measure(file) };

  async function render(request: ImageRequest): Promise<RenderedImage | MovedImage | null> {
    if (request.isFixedFormat) return own.render(request);
    const { file } = request;
    const isRemote = file.includes(":");
    if (isRemote && !(URL.canParse(file) && origins.includes(new URL(file).origin)))
      throw new SourceRefused("Images come from listed hosts only");
    if (!isRemote && !isImageFile(file)) return null;
    return { location: transformationAddress(service, request, sign) };
  }
}

export function signatureOf(text: string, { secret, signature }: Signing): string {
  const { algorithm, characters } = SIGNATURES[signature];
  const hash = createHash(algorithm)
    .update(text + secret)
    .digest("base64url");
  return `s--${hash.slice(0, characters)}--`;
}
