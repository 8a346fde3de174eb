import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";

import type { ContentImage } from "#app/models/content/content.ts";
import { imageFile, pageSlug as slug, pageText as text } from "#app/models/content/home-content.ts";
import { placeholderProblem } from "#app/models/store/placeholders.ts";

export async function markdownFiles(folder: string): Promise<ReadonlyArray<string>> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => join(folder, name));
}

/** Throws ContentError with file and line. */
export async function readMarkdown<Schema extends z.ZodTypeAny>(
  file: string,
  folder: string,
  schema: Schema,
) {
  const name = `content/${folder}/${basename(file)}`;
  const document = readDocument(name, await readFile(file, "utf8"));
  const parsed = schema.safeParse(document.attributes);
  const problem = placeholderProblem(document.body, "page");
  if (problem !== null) throw new ContentError(`${name}: ${problem}`);
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

export class ContentError extends Error {
  override name = "ContentError";
}

export type Document = Readonly<{
  attributes: Readonly<Record<string, unknown>>;
  /** Key to the line it stands on, the first being 1. */
  lines: Readonly<Record<string, number>>;
  body: string;
}>;

const FENCE = "---";
const ENTRY = /^([a-z][a-z0-9_]*):(?:\s(.*))?$/;

/** The head is flat `key: value` lines between two lines of three hyphens. Throws ContentError. */
function readDocument(file: string, text: string): Document {
  const rows = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (rows[0]?.trim() !== FENCE) throw new ContentError(`${file}:1: the file must begin with a line of ---`);
  const end = rows.findIndex((row, index) => index > 0 && row.trim() === FENCE);
  if (end === -1) throw new ContentError(`${file}:1: the line of --- that ends the head is missing`);

  const attributes: Record<string, unknown> = {};
  const lines: Record<string, number> = {};
  for (const [index, row] of rows.slice(1, end).entries()) {
    const line = index + 2;
    if (isComment(row)) continue;
    const [key, value] = readEntry(row, `${file}:${line}`);
    if (Object.hasOwn(lines, key)) throw new ContentError(`${file}:${line}: ${key} is given twice`);
    lines[key] = line;
    attributes[key] = value;
  }
  return { attributes, lines, body: rows.slice(end + 1).join("\n") };
}

function isComment(row: string): boolean {
  return row.trim() === "" || row.startsWith("#");
}

function readEntry(row: string, where: string): [key: string, value: unknown] {
  const entry = ENTRY.exec(row);
  const key = entry?.[1];
  if (!key) throw new ContentError(`${where}: this is not a line of the form "key: value"`);
  return [key, readValue(entry[2]?.trim() ?? "", `${where}: ${key}`)];
}

function readValue(text: string, where: string): unknown {
  if (text.startsWith('"')) return readQuoted(text, where);
  if (text.startsWith("[")) return readList(text, where);
  if (text === "true" || text === "false") return text === "true";
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text;
}

function readQuoted(text: string, where: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    throw new ContentError(`${where}: the quotation mark is not closed`);
  }
}

function readList(text: string, where: string): ReadonlyArray<string> {
  if (!text.endsWith("]")) throw new ContentError(`${where}: the list has no closing bracket`);
  const items = text.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^,]+/g) ?? [];
  return items
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => (item.startsWith('"') ? readQuoted(item, where) : item));
}

const daysAgo = z.number({ message: "must be a number of days" }).int().min(0).max(36_500);

export const articleSchema = z
  .object({
    id: z.number({ message: "must be a number" }).int().positive(),
    slug,
    category: slug,
    title: text,
    excerpt: text,
    author: text,
    published_days_ago: daysAgo,
    reading_minutes: z.number().int().min(1).max(120),
    image: imageFile,
    image_alt: text,
    tags: z.array(text).default([]),
    related: z.array(slug).default([]),
    page_title: text,
    meta_description: text,
  })
  .strict();

export const pageSchema = z
  .object({
    slug,
    title: text,
    excerpt: text,
    group: text,
    order: z.number().int(),
    updated_days_ago: daysAgo,
    image: imageFile.optional(),
    page_title: text,
    meta_description: text,
  })
  .strict();

export const sectionsSchema = z.array(
  z.object({ slug, name: text, description: text, sort_order: z.number().int() }),
);
