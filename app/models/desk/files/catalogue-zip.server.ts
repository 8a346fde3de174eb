/** Nothing touches the disk, and nothing is unpacked that is too large. */
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

import { CATALOGUE_FILES, type CatalogueFiles } from "#app/db/seed/read-catalogue.server.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";

/** Entries include folders; bytes are those of all entries together, unpacked. */
export const ZIP_MAX_ENTRIES = 100;
export const ZIP_MAX_BYTES = 20_000_000;
/** Objects and lists in all files: each costs time when it is checked, however few bytes it has. */
const ZIP_MAX_PARTS = 200_000;

const NAMED_MAX = 20;
const NAME_MAX_CHARACTERS = 100;

export type ZipRefusal =
  | "zip-unreadable"
  | "zip-unsafe"
  | "zip-too-many"
  | "zip-too-much"
  | "zip-too-many-parts"
  | "zip-twice"
  | "zip-without-catalogue";

export type CatalogueZip = Readonly<{
  files: CatalogueFiles;
  /** Names of other files, which are not unpacked. */
  unread: ReadonlyArray<string>;
}>;

/** At its top, or all in one folder there. */
export async function readCatalogueZip(content: Uint8Array): Promise<Result<CatalogueZip, ZipRefusal>> {
  try {
    const zip = await fromBufferPromise(Buffer.from(content), { lazyEntries: true, strictFileNames: true });
    if (zip.entryCount > ZIP_MAX_ENTRIES) return refused("zip-too-many", { maximum: ZIP_MAX_ENTRIES });
    const entries = await entriesOf(zip);
    if (!entries.ok) return entries;
    const chosen = chosenFrom(entries.value);
    if (!chosen.ok) return chosen;
    const contents = await unpacked(zip, chosen.value.read);
    if (contents === null) return refused("zip-too-many-parts", { maximum: ZIP_MAX_PARTS });
    return ok({ files: filesIn(contents), unread: chosen.value.unread });
  } catch (error) {
    return refused(isUnsafePath(error) ? "zip-unsafe" : "zip-unreadable");
  }
}

/** The library refuses such a name while it reads the list of files. */
function isUnsafePath(error: unknown): boolean {
  return error instanceof Error && /relative path|absolute path|invalid characters/.test(error.message);
}

/** The sizes that it states are enforced when files are unpacked. */
async function entriesOf(zip: ZipFile): Promise<Result<ReadonlyArray<Entry>, ZipRefusal>> {
  const entries: Array<Entry> = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const problem = problemOf(entry);
    if (problem) return problem;
    bytes += entry.uncompressedSize;
    if (bytes > ZIP_MAX_BYTES) return refused("zip-too-much", { megabytes: ZIP_MAX_BYTES / 1_000_000 });
    if (!entry.fileName.endsWith("/")) entries.push(entry);
  }
  return ok(entries);
}

const FILE_TYPE = 0o170_000;
const SYMBOLIC_LINK = 0o120_000;

function problemOf(entry: Entry): Refusal<ZipRefusal> | null {
  // The upper half holds the mode of a file that a Unix system packed.
  const isLink = ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK;
  if (isLink || entry.isEncrypted()) return refused("zip-unsafe");
  return entry.canDecodeFileData() ? null : refused("zip-unreadable");
}

type Chosen = Readonly<{ read: ReadonlyMap<string, Entry>; unread: ReadonlyArray<string> }>;

function chosenFrom(entries: ReadonlyArray<Entry>): Result<Chosen, ZipRefusal> {
  // A Mac packs a second folder beside the real one.
  const found = entries
    .map(({ fileName }) => fileName)
    .filter((name) => /^(?:(?!__MACOSX\/)[^/]{1,200}\/)?products\.json$/.test(name));
  const main = found.find((name) => name === "products.json") ?? found[0];
  if (main === undefined) return refused("zip-without-catalogue");
  if (main !== "products.json" && found.length > 1) return refused("zip-twice", { file: "products.json" });
  const folder = main.slice(0, -"products.json".length);
  const read = new Map<string, Entry>();
  const unread: Array<string> = [];
  for (const entry of entries) {
    const file = entry.fileName.startsWith(folder) ? entry.fileName.slice(folder.length) : "";
    if (!CATALOGUE_FILES.includes(file)) unread.push(shownName(entry.fileName));
    else if (read.has(file)) return refused("zip-twice", { file });
    else read.set(file, entry);
  }
  return ok({ read, unread: unread.slice(0, NAMED_MAX) });
}

function shownName(name: string): string {
  return name.replace(/[\p{C}\ufffd]/gu, "").slice(0, NAME_MAX_CHARACTERS);
}

/** Null where they have too many parts: nothing has been parsed then, and others were served meanwhile. */
async function unpacked(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
): Promise<ReadonlyMap<string, Buffer> | null> {
  const contents = new Map<string, Buffer>();
  let parts = 0;
  for (const [file, entry] of entries) {
    const chunks: Array<Buffer> = [];
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      parts += partsIn(chunk);
      if (parts > ZIP_MAX_PARTS) return null;
      chunks.push(chunk);
    }
    contents.set(file, Buffer.concat(chunks));
  }
  return contents;
}

const [BRACE, BRACKET] = Buffer.from("{[");

function partsIn(chunk: Buffer): number {
  let parts = 0;
  for (const byte of chunk) if (byte === BRACE || byte === BRACKET) parts += 1;
  return parts;
}

function filesIn(contents: ReadonlyMap<string, Buffer>): CatalogueFiles {
  return async (file) => {
    const content = contents.get(file);
    // Throws where it is not UTF-8; the reader names the file then.
    return content ? new TextDecoder("utf-8", { fatal: true }).decode(content) : null;
  };
}
