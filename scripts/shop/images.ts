/** `images warm`: makes the pictures of the shop ahead of their first visitors. */
import { IMAGE_FORMATS, type ImageFormat } from "#app/services/images/images-port.ts";

import { type Command, newCommand, type Outcome, readWords } from "./command.ts";
import { newProgress } from "./progress.ts";

const HELP = `Usage: npm run shop -- images warm [--formats avif,webp] [--progress] [--json]

Makes every picture of PICTURE_DIR in every width, so that no visitor waits for one: after a first start, or after
new pictures came. What is there already is left alone; it may be stopped and started again at any time, beside a
running shop or without one.

  --formats <list>   of ${IMAGE_FORMATS.join(", ")}; avif,webp when not given
  --progress         say how far it is even when nobody watches
  --json             the outcome as JSON
  --help             this text

Exit codes: 0 done, 1 some originals cannot be read as pictures (they are named), 2 called wrongly.`;

type Asked = Readonly<{ formats: ReadonlyArray<ImageFormat>; isWatched: boolean; isJson: boolean }>;

export const imagesCommand: Command = newCommand<Asked>({
  name: "images",
  summary: "make pictures ahead of their first visitors (images warm)",
  help: HELP,
  read: readArguments,
  work,
});

async function work({ formats, isWatched }: Asked): Promise<Outcome> {
  const { config } = await import("#app/config.server.ts");
  if (config.images.origin) {
    const words = `Pictures are made by ${config.images.origin}: there is nothing to do here.`;
    return { isDone: true, words, data: { ok: true, total: 0, made: 0, unreadable: [] } };
  }
  const { ownImages } = await import("#app/services/images/images.server.ts");
  const { warmImages } = await import("#app/services/images/warm-images.server.ts");
  const progress = newProgress({ what: "pictures", isAsked: isWatched });
  const { made, total, unreadable } = await warmImages({
    images: ownImages,
    sourceDir: config.pictureDir,
    formats,
    onProgress: ({ done, total }) => progress.at(done, total),
  });
  const broken = [...unreadable];
  const words = [
    `${total} pictures are ready, ${made} of them made now.`,
    ...broken.map((file) => `${file} cannot be read as a picture.`),
  ];
  const isDone = broken.length === 0;
  return { isDone, words: words.join("\n"), data: { ok: isDone, total, made, unreadable: broken } };
}

const OPTIONS = {
  formats: { type: "string", default: "avif,webp" },
  progress: { type: "boolean" },
  json: { type: "boolean" },
} as const;

function readArguments(args: ReadonlyArray<string>): Asked | null {
  const words = readWords(args, OPTIONS);
  if (!words) return null;
  const { values, positionals } = words;
  const names = values.formats.split(",");
  const formats = IMAGE_FORMATS.filter((format) => names.includes(format));
  const isUnderstood = positionals.join(" ") === "warm" && formats.length === names.length;
  return isUnderstood ? { formats, isWatched: values.progress ?? false, isJson: values.json ?? false } : null;
}
