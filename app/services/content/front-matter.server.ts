/** Reads a Markdown file's head: flat `key: value` lines between two lines of three hyphens. */

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

/** The head and body of `text`. Throws ContentError naming `file` and the line. */
export function readDocument(file: string, text: string): Document {
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
