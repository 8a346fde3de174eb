/** Forms with files. Only routes that read them here take files at all; their bodies have a limit in the guard too. */
import { readBytes } from "#app/http/server/read-bytes.server.ts";

/** Forms with files in memory at the same time. */
const AT_ONCE_MAX = 4;
let open = 0;

export type UploadForm = Readonly<{
  /** The same form without its files, for `readForm`. */
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
  /** The name of the field with files. */
  name: string;
  /** Bytes of the whole form. */
  maxBytes: number;
}>;

/**
 * Hands the form in `request` to `use`, with its files if it came as multipart/form-data. Null while too many others
 * are being read. Throws a 400 or 413 answer for what only a broken or hostile client sends.
 */
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

function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "");
}

/** Parts of a form: its fields and its files. */
const PARTS_MAX = 200;

async function readUploads(request: Request, { name, maxBytes }: UploadOptions): Promise<UploadForm> {
  const body = await readBytes(request, maxBytes);
  if (body === null) throw refuse(413, "The form is too large");
  const fields = new URLSearchParams();
  const files: Array<UploadedFile> = [];
  for (const part of partsOf(body, boundaryOf(request))) {
    if (part.filename === null) fields.append(part.name, part.content.toString("utf8"));
    else if (part.name !== name) throw refuse(400, "Unknown file");
    // A field without a file is sent with an empty name.
    else if (part.filename !== "" || part.content.byteLength > 0)
      files.push({ name: shownName(part.filename), content: part.content });
  }
  return { request: asPlainForm(request, fields), files };
}

/** RFC 2046: up to 70 characters. */
const BOUNDARY = /;\s{0,9}boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))\s*$/i;

function boundaryOf(request: Request): string {
  const [, quoted, plain] = BOUNDARY.exec(request.headers.get("content-type") ?? "") ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed();
  return boundary;
}

type Part = Readonly<{
  name: string;
  /** Null for a field. */
  filename: string | null;
  /** A view of the body, not a copy. */
  content: Buffer;
}>;

const HEAD_MAX_BYTES = 2_000;

/** Own code, because Remix's reader refuses names of files with "=" or ";". */
function partsOf(body: Buffer, boundary: string): ReadonlyArray<Part> {
  const [opening, delimiter] = [`--${boundary}`, `\r\n--${boundary}`];
  const parts: Array<Part> = [];
  if (body.indexOf(opening) !== 0) throw malformed();
  let at = opening.length;
  for (let next = after(body, at); next !== "--"; next = after(body, at)) {
    if (next !== "\r\n") throw malformed();
    const headEnd = body.indexOf("\r\n\r\n", at);
    const end = body.indexOf(delimiter, headEnd < 0 ? body.byteLength : headEnd + 2);
    if (headEnd < 0 || end < 0 || headEnd - at > HEAD_MAX_BYTES) throw malformed();
    if (parts.length >= PARTS_MAX) throw refuse(400, "The form has too many fields");
    const content = body.subarray(Math.min(headEnd + 4, end), end);
    parts.push({ ...namesIn(body.toString("utf8", at, headEnd)), content });
    at = end + delimiter.length;
  }
  return parts;
}

/** What follows a boundary: a line's end, or "--" at the last one. */
function after(body: Buffer, at: number): string {
  return body.toString("latin1", at, at + 2);
}

function namesIn(head: string): Pick<Part, "name" | "filename"> {
  const line = /^content-disposition:[ \t]*form-data(;.*)$/im.exec(head)?.[1] ?? "";
  const name = /;[ \t]*name="([^"]*)"/i.exec(line)?.[1];
  if (name === undefined) throw malformed();
  return { name: unescaped(name), filename: /;[ \t]*filename="([^"]*)"/i.exec(line)?.[1] ?? null };
}

/** As the HTML standard writes names. */
function unescaped(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
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

function malformed(): Response {
  return refuse(400, "Send this as a form");
}

function refuse(status: number, message: string): Response {
  return new Response(message, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
