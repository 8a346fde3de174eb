/** Forms with files. Only routes that read them here take files at all; their bodies have a limit in the front server too. */
import { pipeline } from "node:stream/promises";

import { Busboy } from "@fastify/busboy";

import { bodyParts } from "#app/http/server/read-bytes.server.ts";

import { FORM_MAX_BYTES, PARTS_MAX } from "./form-limits.ts";

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

export type UploadOptions<Done> = Readonly<{
  name: string;
  maxBytes: number;
  use: (form: UploadForm) => Promise<Done>;
  /** Instead of `use`, while too many other forms with files are read. The request has the fields, so that nothing typed is lost. */
  busy: (request: Request) => Promise<Done>;
}>;

/** A form without a file is always read. Throws 400 or 413 for what only a broken or hostile client sends. */
export async function withUploads<Done>(request: Request, options: UploadOptions<Done>): Promise<Done> {
  const { name, maxBytes, use, busy } = options;
  if (!isMultipart(request)) return use({ request, files: [] });
  const place = new ReadingPlace();
  try {
    const { fields, files } = await readParts(request, maxBytes, () => place.take());
    if (files.some(({ field }) => field !== name)) throw refuse(400, "Unknown file");
    const plain = asPlainForm(request, fields);
    return await (place.isRefused ? busy(plain) : use({ request: plain, files }));
  } finally {
    place.leave();
  }
}

/** Of one form among those whose files are in memory. */
class ReadingPlace {
  #state: "none" | "taken" | "refused" = "none";

  /** False: the files of this form are dropped. */
  take(): boolean {
    if (this.#state === "none") {
      this.#state = open < AT_ONCE_MAX ? "taken" : "refused";
      if (this.#state === "taken") open += 1;
    }
    return this.#state === "taken";
  }

  get isRefused(): boolean {
    return this.#state === "refused";
  }

  leave(): void {
    if (this.#state === "taken") open -= 1;
    this.#state = "none";
  }
}

/** Files are dropped while they arrive, so any number may be read at once. Throws as `withUploads` does. */
export async function fieldsBesideFiles(request: Request, maxBytes: number): Promise<URLSearchParams> {
  return (await readParts(request, maxBytes, () => false)).fields;
}

export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "");
}

const HEAD_MAX_BYTES = 2_000;

type Parts = Readonly<{ fields: URLSearchParams; files: ReadonlyArray<UploadedFile & { field: string }> }>;

/** Asked when content of a file comes. False: it is dropped. */
type KeepsFiles = () => boolean;

class FieldsTooLong extends Error {}

async function readParts(request: Request, maxBytes: number, keeps: KeepsFiles): Promise<Parts> {
  let bytes = 0;
  async function* body() {
    for await (const part of bodyParts(request)) {
      bytes += part.byteLength;
      if (bytes > maxBytes) return;
      yield part;
    }
  }
  try {
    const { parser, parts } = partsParser(request.headers.get("content-type") ?? "", keeps);
    await pipeline(body, parser);
    if (bytes <= maxBytes) return parts;
  } catch (error) {
    if (bytes <= maxBytes && !(error instanceof FieldsTooLong)) throw refuse(400, "Send this as a form");
  }
  throw refuse(413, "The form is too large");
}

/** No character of a string has more bytes in UTF-8, so a field is cut only if it is too long anyway. */
const CHARACTER_BYTES = 3;
const FIELD_MAX_BYTES = CHARACTER_BYTES * FORM_MAX_BYTES;

/** `parts` is filled while `parser` is written to. */
function partsParser(
  type: string,
  keeps: KeepsFiles,
): Readonly<{ parser: InstanceType<typeof Busboy>; parts: Parts }> {
  const fields = new URLSearchParams();
  const files: Array<UploadedFile & { field: string }> = [];
  const limits = { parts: PARTS_MAX, headerSize: HEAD_MAX_BYTES, fieldSize: FIELD_MAX_BYTES };
  let characters = 0;
  const parser = new Busboy({ headers: { "content-type": type }, limits, preservePath: true });
  parser.on("partsLimit", () => parser.destroy(new Error("The form has too many parts")));
  parser.on("field", (name, value) => {
    characters += name.length + value.length;
    // Fields are kept without a place, so all of them together are no longer than a form may be.
    if (characters > FORM_MAX_BYTES) parser.destroy(new FieldsTooLong("The fields of the form are too long"));
    else fields.append(name, value);
  });
  parser.on("file", (field, stream, filename) => {
    const read: Array<Buffer> = [];
    stream.on("data", (part: Buffer) => keeps() && read.push(part));
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

const fieldsOfForms = new WeakMap<Request, URLSearchParams>();

/** Of a request that `withUploads` has handed over, which are no longer than a form may be; null of any other. */
export function fieldsReadBefore(request: Request): URLSearchParams | null {
  return fieldsOfForms.get(request) ?? null;
}

function asPlainForm(request: Request, fields: URLSearchParams): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  const plain = new Request(request.url, { method: "POST", headers, body: fields.toString() });
  fieldsOfForms.set(plain, fields);
  return plain;
}

function refuse(status: number, message: string): Response {
  return new Response(message, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
