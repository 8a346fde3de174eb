import { IMAGE_FORMATS, type ImageFormat } from "#app/services/images/images-port.ts";

import { type Command, newCommand, type Outcome, readWords } from "./command.ts";
import { newProgress } from "./progress.ts";

const HELP = `Usage: npm run shop -- images pregenerate [--formats avif,webp] [--progress] [--json]

Creates every image of IMAGE_DIR in every width, so that no visitor waits for one. Use it after a first start, or
after adding images. It keeps what is there already, and may be stopped and started again at any time, beside a running
shop or without one.

  --formats <list>   of ${IMAGE_FORMATS.join(", ")}; default avif,webp
  --progress         show progress even without a terminal
  --json             print the result as JSON
  --help             this text

Exit codes: 0 done, 1 some originals cannot be read as images (they are named), 2 wrong usage.`;

type CommandOptions = Readonly<{ formats: ReadonlyArray<ImageFormat>; isWatched: boolean; isJson: boolean }>;

export const imagesCommand: Command = newCommand<CommandOptions>({
  name: "images",
  summary: "create all image sizes in advance (images pregenerate)",
  help: HELP,
  read: readArguments,
  work,
  tables: "ignore",
});

async function work({ formats, isWatched }: CommandOptions): Promise<Outcome> {
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

const OPTIONS = {
  formats: { type: "string", default: "avif,webp" },
  progress: { type: "boolean" },
  json: { type: "boolean" },
} as const;

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, OPTIONS);
  if (!words) return null;
  const { values, positionals } = words;
  const names = values.formats.split(",");
  const formats = IMAGE_FORMATS.filter((format) => names.includes(format));
  const isUnderstood = positionals.join(" ") === "pregenerate" && formats.length === names.length;
  return isUnderstood ? { formats, isWatched: values.progress ?? false, isJson: values.json ?? false } : null;
}
