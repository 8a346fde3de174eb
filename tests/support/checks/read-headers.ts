/** Finds the headers that code looks at, by reading the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const READ = /headers\s*(?:\.(?:get|has)\(\s*"([^"]+)"|\[\s*"([^"]+)"\s*\]|\.([a-z]\w*)\b(?!\())/g;
/** By a constant, such as `headers.get(TOKEN_HEADER)`. */
const READ_BY_CONSTANT = /headers\s*(?:\.(?:get|has)\(|\[)\s*([A-Z][A-Z_]*)\s*[)\]]/g;
const CONSTANT = /const ([A-Z][A-Z_]*) = "([\w-]+)";/g;
/** Methods of Headers, and names of files. */
const OWN_NAMES = ["set", "append", "delete", "get", "has", "forEach", "entries", "keys", "map", "server"];

export type ReadHeader = Readonly<{ file: string; name: string }>;

/** The headers, in lower case, that the files in `folders` name where they read them. */
export function headersReadIn(folders: ReadonlyArray<string>): ReadonlyArray<ReadHeader> {
  const sources = folders.flatMap(filesOf).map((file) => ({ file, code: readFileSync(file, "utf8") }));
  const constants = sources.flatMap(({ code }) => [...code.matchAll(CONSTANT)]);
  const namesIn = (constant: string) =>
    constants.filter(([, name]) => name === constant).map(([, , text]) => text);
  return sources
    .flatMap(({ file, code }) => {
      const named = [...code.matchAll(READ)].map(([, got, indexed, plain]) => got ?? indexed ?? plain);
      // Of all constants with that name, wherever they are.
      const byConstant = [...code.matchAll(READ_BY_CONSTANT)].flatMap(([, constant = ""]) =>
        namesIn(constant),
      );
      return [...named, ...byConstant].map((name = "") => ({ file, name: name.toLowerCase() }));
    })
    .filter(({ name }) => !OWN_NAMES.includes(name));
}

function filesOf(path: string): ReadonlyArray<string> {
  if (/\.tsx?$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(path, name));
}
