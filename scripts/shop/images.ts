import { z } from "zod";

import { IMAGE_FORMATS, type ImageFormat } from "#app/services/images/images-port.ts";

import { type Command, type Outcome } from "./command.ts";
import { newProgress } from "./progress.ts";
import { choiceSchema, verb, verbsCommand, progressSchema } from "./verbs.ts";

export const imagesCommand: Command = verbsCommand({
  name: "images",
  summary: "create all image sizes in advance (images pregenerate)",
  tables: "ignore",
  exitCodes: "Exit codes: 0 done, 1 some originals cannot be read as images (they are named), 2 wrong usage.",
  verbs: {
    pregenerate: verb({
      about:
        "creates every image of IMAGE_DIR in every width, so that no visitor waits for one. Use it after a first start, " +
        "or after adding images. It keeps what is there already, and may be stopped and started again at any time, " +
        "beside a running shop or without one",
      options: {
        formats: z
          .string()
          .default("avif,webp")
          .transform((text) => text.split(","))
          .pipe(z.array(choiceSchema(IMAGE_FORMATS)))
          .describe(`of ${IMAGE_FORMATS.join(", ")}; default avif,webp`),
        progress: progressSchema(),
      },
      run: ({ formats, progress }) => pregenerate(formats, progress),
    }),
  },
});

async function pregenerate(formats: ReadonlyArray<ImageFormat>, isWatched: boolean): Promise<Outcome> {
  const { config } = await import("#app/config.server.ts");
  if (config.images.origin) {
    const words = `${config.images.origin} creates the images, so there is nothing to do here.`;
    return { isDone: true, words, data: { ok: true, total: 0, made: 0, unreadable: [] } };
  }
  const { ownImages } = await import("#app/services/images/images.server.ts");
  const { warmImages } = await import("#app/services/images/warm-images.server.ts");
  const progress = newProgress({ what: "images", isRequested: isWatched });
  const { made, total, unreadable } = await warmImages({
    images: ownImages,
    sourceDir: config.imageDir,
    formats,
    onProgress: ({ done, total }) => progress.at(done, total),
  });
  const broken = [...unreadable];
  const words = [
    `${total} images are ready. ${made} of them were created now.`,
    ...broken.map((file) => `${file} cannot be read as an image.`),
  ];
  const isDone = broken.length === 0;
  return { isDone, words: words.join("\n"), data: { ok: isDone, total, made, unreadable: broken } };
}
