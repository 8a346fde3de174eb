import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { z } from "zod";

import type { ContentImage } from "#app/models/content/content.ts";

import { ContentError, readDocument } from "./front-matter.server.ts";

export async function markdownFiles(folder: string): Promise<ReadonlyArray<string>> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => join(folder, name));
}

/** The head of `file`, checked, and its body. Throws ContentError with file and line. */
export async function readMarkdown<Schema extends z.ZodTypeAny>(
  file: string,
  folder: string,
  schema: Schema,
) {
  const name = `content/${folder}/${basename(file)}`;
  const document = readDocument(name, await readFile(file, "utf8"));
  const parsed = schema.safeParse(document.attributes);
  if (parsed.success) return { document, name, attributes: parsed.data as z.infer<Schema> };
  const { key, why } = explain(parsed.error);
  throw new ContentError(`${name}:${document.lines[key] ?? 1}: ${key} ${why}`);
}

function explain({ issues: [issue] }: z.ZodError): { key: string; why: string } {
  if (issue?.code === "unrecognized_keys") {
    return { key: issue.keys[0] ?? "", why: "is not a key the shop knows" };
  }
  return { key: String(issue?.path[0] ?? ""), why: issue?.message ?? "is wrong" };
}

/** The value in `file`, checked. Throws ContentError with file and place. */
export async function readJsonFile<Schema extends z.ZodTypeAny>(
  file: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const name = `content/${basename(file)}`;
  const text = await readFile(file, "utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ContentError(`${name}: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data as z.infer<Schema>;
  const issue = parsed.error.issues[0];
  throw new ContentError(`${name}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "is wrong"}`);
}

const imageSchema = z.object({ file: z.string(), alt: z.string(), width: z.number(), height: z.number() });
/** A product has several images, a banner is one. */
const manifestSchema = z.array(z.union([z.object({ images: z.array(imageSchema) }), imageSchema]));

export async function readImages(folder: string): Promise<ReadonlyMap<string, ContentImage>> {
  const manifest = await readJsonFile(join(folder, "imagery", "manifest.json"), manifestSchema);
  const images = manifest.flatMap((entry) => ("images" in entry ? entry.images : [entry]));
  return new Map(images.map((image) => [image.file, image]));
}
