import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import { z } from "zod";

import type { RemoteContent } from "./cached-content.server.ts";

/** Of the file. Another one is not read: the rules by which its texts were made safe may have been others. */
const FORMAT = 1;

export type ContentSnapshot = Readonly<{
  /** What was last saved of the source called `name`, or null: then nothing is known. Never rejects. */
  load(name: string): Promise<Readonly<{ content: RemoteContent; confirmedAt: number }> | null>;
  /** Never rejects: a full disk costs the copy, not the page. */
  save(known: Readonly<{ source: string; content: RemoteContent; confirmedAt: number }>): Promise<void>;
}>;

const shared = {
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  html: z.string(),
  pageTitle: z.string(),
  metaDescription: z.string(),
};

const fileSchema = z.object({
  format: z.literal(FORMAT),
  source: z.string(),
  confirmedAt: z.number(),
  content: z.object({
    articles: z.array(
      z.object({
        ...shared,
        id: z.string(),
        section: z.object({ slug: z.string(), name: z.string() }),
        author: z.string(),
        publishedOn: z.string(),
        changedOn: z.string(),
        readingMinutes: z.number(),
        image: z.object({ file: z.string(), alt: z.string(), width: z.number(), height: z.number() }),
        tags: z.array(z.string()),
        contents: z.array(z.object({ id: z.string(), title: z.string() })),
        relatedProducts: z.array(z.string()),
      }),
    ),
    pages: z.array(z.object({ ...shared, group: z.string(), updatedOn: z.string() })),
    problems: z.array(z.string()),
  }),
});

export function fileSnapshot(file: string): ContentSnapshot {
  return {
    load: async (name) => {
      try {
        const found = fileSchema.parse(JSON.parse(await readFile(file, "utf8")));
        return found.source === name ? { content: found.content, confirmedAt: found.confirmedAt } : null;
      } catch {
        return null;
      }
    },
    save: async (known) => {
      const draft = `${file}.${randomBytes(6).toString("hex")}`;
      try {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await writeFile(draft, JSON.stringify({ format: FORMAT, ...known }), { mode: 0o600 });
        await rename(draft, file);
      } catch {
        await rm(draft, { force: true }).catch(() => undefined);
      }
    },
  };
}
