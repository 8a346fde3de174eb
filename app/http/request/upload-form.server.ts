/** Forms with files. Only routes that read them here take files at all; their bodies have a limit in the guard too. */
import { pipeline } from "node:stream/promises";

import { Busboy } from "@fastify/busboy";

import { bodyParts } from "#app/http/server/read-bytes.server.ts";

const AT_ONCE_MAX = 4;
let open = 0;

export type UploadForm = Readonly<{
  request: Request;
  /** What was chosen for `name`: fields without a file are left out. */
  files: ReadonlyArray<UploadedFile>;
}>;

export type UploadedFile = Readonly<{
  /** As its sender calls it, made fit to be shown. */
  name: string;
  content: Buffer;
}>;

export type UploadOptions = Readonly<{
  name: string;
  maxBytes: number;
}>;

/** Null while too many others are read. Throws 400 or 413 for what only a broken or hostile client sends. */
export async function withUploads<Done>(
  request: Request,
  options: UploadOptions,
  use: (form: UploadForm) => Promise<Done>,
): Promise<Done | null> {
  if (!isMultipart(request)) return use({ request, files: [] });
  if (open >= AT_ONCE_MAX) return null;
  open += 1;
  try {
    return await use(await readUploads(request, options));
  } finally {
    open -= 1;
  }
}

/** Files are dropped while they arrive, so any number may be read at once. Throws as `withUploads` does. */
export async function fieldsBesideFiles(request: Request, maxBytes: number): Promise<URLSearchParams> {
  return (await readParts(request, maxBytes, "fields")).fields;
}

export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "");
}

async function readUploads(request: Request, { name, maxBytes }: UploadOptions): Promise<UploadForm> {
  const { fields, files } = await readParts(request, maxBytes, "fields and files");
  if (files.some(({ field }) => field !== name)) throw refuse(400, "Unknown file");
  return { request: asPlainForm(request, fields), files };
}

/** Parts of a form: its fields and its files. The largest is a product at the desk, with a text for each image. */
const PARTS_MAX = 100;
const HEAD_MAX_BYTES = 2_000;
/** A longer field is cut, and is then still longer than `readForm` takes. */
const FIELD_MAX_BYTES = 65_536;

type PartKinds = "fields" | "fields and files";
type Parts = Readonly<{ fields: URLSearchParams; files: ReadonlyArray<UploadedFile & { field: string }> }>;

async function readParts(request: Request, maxBytes: number, kinds: PartKinds): Promise<Parts> {
  let bytes = 0;
  async function* body() {
    for await (const part of bodyParts(request)) {
      bytes += part.byteLength;
      if (bytes > maxBytes) return;
      yield part;
    }
  }
  try {
    const { parser, parts } = partsParser(request.headers.get("content-type") ?? "", kinds);
    await pipeline(body, parser);
    if (bytes <= maxBytes) return parts;
  } catch {
    if (bytes <= maxBytes) throw refuse(400, "Send this as a form");
  }
  throw refuse(413, "The form is too large");
}

/** `parts` is filled while `parser` is written to. */
function partsParser(
  type: string,
  kinds: PartKinds,
): Readonly<{ parser: InstanceType<typeof Busboy>; parts: Parts }> {
  const fields = new URLSearchParams();
  const files: Array<UploadedFile & { field: string }> = [];
  const limits = { parts: PARTS_MAX, headerSize: HEAD_MAX_BYTES, fieldSize: FIELD_MAX_BYTES };
  const parser = new Busboy({ headers: { "content-type": type }, limits, preservePath: true });
  parser.on("partsLimit", () => parser.destroy(new Error("The form has too many parts")));
  parser.on("field", (name, value) => fields.append(name, value));
  parser.on("file", (field, stream, filename) => {
    const read: Array<Buffer> = [];
    stream.on("data", (part: Buffer) => kinds === "fields" || read.push(part));
    stream.on("end", () => {
      const content = Buffer.concat(read);
      // A field without a file is sent with an empty name.
      if (filename || content.byteLength > 0) files.push({ field, name: shownName(filename), content });
    });
  });
  return { parser, parts: { fields, files } };
}

const NAME_MAX_CHARACTERS = 60;

function shownName(filename: string): string {
  const name = filename.replace(/[\p{C}\ufffd]/gu, "").trim();
  return name === "" ? "A file" : name.slice(0, NAME_MAX_CHARACTERS);
}

function asPlainForm(request: Request, fields: URLSearchParams): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  return new Request(request.url, { method: "POST", headers, body: fields.toString() });
}

function refuse(status: number, message: string): Response {
  return new Response(message, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
