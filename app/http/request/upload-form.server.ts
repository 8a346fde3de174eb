/** Forms with files. Only routes that read them here take files at all; their bodies have a limit in the front server too. */
import { pipeline } from "node:stream/promises";

import { Busboy } from "@fastify/busboy";

import { textAnswer } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { bodyParts } from "#app/http/server/read-bytes.server.ts";

import { FORM_MAX_BYTES, PARTS_MAX } from "./form-limits.ts";

/** Forms whose files are in memory, of visitors together and of staff together. */
const AT_ONCE_MAX = 4;
const AT_ONCE_OF_NETWORK = 2;
/** What a form must have brought so far, in bytes for each millisecond, to keep a place that another one needs. */
const SLOWEST = 8;
/** Milliseconds before its speed counts. */
const GRACE_MS = 2_000;

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
  /** Staff have places of their own, and are known before their form is read. Of visitors no network has all places. */
  by: "visitors" | "staff";
  use: (form: UploadForm) => Promise<Done>;
  /** Instead of `use`, while too many other forms with files are read. The request has the fields, so that nothing typed is lost. */
  busy: (request: Request) => Promise<Done>;
}>;

/** A form without a file is always read. Throws 400 or 413 for what only a broken or hostile client sends. */
export async function withUploads<Done>(request: Request, options: UploadOptions<Done>): Promise<Done> {
  const { name, maxBytes, by, use, busy } = options;
  if (!isMultipart(request)) return use({ request, files: [] });
  const place = new ReadingPlace(by, clientAddress(request));
  try {
    const { fields, files } = await readParts(request, maxBytes, (bytes) => place.take(bytes));
    place.keep();
    if (files.some(({ field }) => field !== name)) throw textAnswer(400, "Unknown file");
    const plain = asPlainForm(request, fields);
    return await (place.isRefused ? busy(plain) : use({ request: plain, files }));
  } finally {
    place.leave();
  }
}

const taken: Readonly<Record<UploadOptions<never>["by"], Set<ReadingPlace>>> = {
  visitors: new Set(),
  staff: new Set(),
};

/** Of one form among those whose files are in memory. */
class ReadingPlace {
  readonly #others: Set<ReadingPlace>;
  readonly #network: string;
  readonly #isShared: boolean;
  readonly #since = performance.now();
  #bytes = 0;
  #isWhole = false;
  #isRefused = false;

  constructor(by: UploadOptions<never>["by"], network: string) {
    this.#others = taken[by];
    this.#network = network;
    this.#isShared = by === "visitors";
  }

  /** When `bytes` of a file have come. False: the files of this form are dropped. */
  take(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#isRefused || this.#others.has(this)) return !this.#isRefused;
    const same = [...this.#others].filter((other) => other.#network === this.#network).length;
    const isTooMuch = this.#isShared && same >= AT_ONCE_OF_NETWORK;
    if (isTooMuch || (this.#others.size >= AT_ONCE_MAX && !this.#endSlowest())) this.#isRefused = true;
    else this.#others.add(this);
    return !this.#isRefused;
  }

  /** Whoever sends a byte now and then keeps nobody out. */
  #endSlowest(): boolean {
    const [slowest] = [...this.#others].sort((one, other) => one.#speed() - other.#speed());
    if (!slowest || slowest.#speed() >= SLOWEST) return false;
    slowest.leave();
    slowest.#isRefused = true;
    return true;
  }

  #speed(): number {
    const milliseconds = performance.now() - this.#since;
    return this.#isWhole || milliseconds < GRACE_MS ? Infinity : this.#bytes / milliseconds;
  }

  /** The form has come, and is worked on. */
  keep(): void {
    this.#isWhole = true;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  leave(): void {
    this.#others.delete(this);
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

/** Asked when so many bytes of a file come. False: they are dropped. */
type KeepsFiles = (bytes: number) => boolean;

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
    if (bytes <= maxBytes && !(error instanceof FieldsTooLong)) throw textAnswer(400, "Send this as a form");
  }
  throw textAnswer(413, "The form is too large");
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
    stream.on("data", (part: Buffer) => keeps(part.byteLength) && read.push(part));
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
