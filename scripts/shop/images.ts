/** `images warm`: makes the pictures of the shop ahead of their first visitors. */
import { parseArgs } from "node:util";

import { IMAGE_FORMATS, type ImageFormat } from "#app/services/images/images-port.ts";
import type { WarmProgress } from "#app/services/images/warm-images.server.ts";

import type { Command } from "./command.ts";

const HELP = `Usage: npm run shop -- images warm [--formats avif,webp]

Makes every picture of PICTURE_DIR in every width, so that no visitor waits for one: after a first start, or after
new pictures came. What is there already is left alone; it may be stopped and started again at any time, beside a
running shop or without one.

  --formats <list>   of ${IMAGE_FORMATS.join(", ")}; avif,webp when not given
  --help             this text

Exit codes: 0 done, 1 some originals cannot be read as pictures (they are named), 2 called wrongly.`;

/** A line of progress for each of so many pictures. */
const STEPS = 20;

export const imagesCommand: Command = {
  name: "images",
  summary: "make pictures ahead of their first visitors (images warm)",
  help: HELP,
  run,
};

async function run(args: ReadonlyArray<string>): Promise<number> {
  const formats = readArguments(args);
  if (!formats) {
    process.stderr.write(`${HELP}\n`);
    return 2;
  }
  // Loaded late, so that --help works without a configuration.
  const { config } = await import("#app/config.server.ts");
  if (config.images.origin) {
    process.stdout.write(`Pictures are made by ${config.images.origin}: there is nothing to do here.\n`);
    return 0;
  }
  const { ownImages } = await import("#app/services/images/images.server.ts");
  const { warmImages } = await import("#app/services/images/warm-images.server.ts");
  const options = { images: ownImages, sourceDir: config.pictureDir, formats, onProgress: say };
  const { made, total, unreadable } = await warmImages(options);
  process.stdout.write(`${total} pictures are ready, ${made} of them made now.\n`);
  for (const file of unreadable) process.stderr.write(`${file} cannot be read as a picture.\n`);
  return unreadable.size === 0 ? 0 : 1;
}

function say({ done, total, made }: WarmProgress): void {
  if (done % Math.ceil(total / STEPS) === 0)
    process.stdout.write(`${Math.round((100 * done) / total)} %: ${done} of ${total}, ${made} made\n`);
}

function readArguments(args: ReadonlyArray<string>): ReadonlyArray<ImageFormat> | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { formats: { type: "string", default: "avif,webp" } },
    });
    const names = values.formats.split(",");
    const formats = IMAGE_FORMATS.filter((format) => names.includes(format));
    const isUnderstood = positionals.join(" ") === "warm" && formats.length === names.length;
    return isUnderstood ? formats : null;
  } catch {
    return null;
  }
}
