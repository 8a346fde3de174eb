/** Names of classes in the built shop: as they are written, for a page and its scripts say them hundreds of times. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const ROOT = import.meta.dirname;
const STYLES = resolve(ROOT, "app");
const MODULE = /\.module\.css$/;
const COMMENT = /\/\*[^]*?\*\//g;
const CLASS = /\.([a-z][\w-]*)/gi;

/** By file and name, what it is called. */
let given: ReadonlyMap<string, string> | null = null;

/**
 * What the class `name` of the style sheet `path` is called: `card_`, or `card_2` where another file has a `card`. The
 * line under it keeps them apart from the classes for the whole shop, and from what blockers of advertisements hide.
 */
export function className(name: string, path: string): string {
  const file = relative(ROOT, path.replace(/\?.*$/, ""));
  given ??= giveNames();
  const found = given.get(`${file} ${name}`);
  // A style sheet that is newer than this process, in development.
  return found ?? `${name}_${file.replace(/\W/g, "-")}`;
}

/** In order of the files' names: the same names in every build of the same files. */
function giveNames(): ReadonlyMap<string, string> {
  const files = readdirSync(STYLES, { recursive: true, encoding: "utf8" })
    .filter((file) => MODULE.test(file))
    .sort()
    .map((file) => join(STYLES, file));
  const times = new Map<string, number>();
  const names = new Map<string, string>();
  for (const path of files) {
    for (const name of classesOf(path)) {
      const time = (times.get(name) ?? 0) + 1;
      times.set(name, time);
      names.set(`${relative(ROOT, path)} ${name}`, `${name}_${time === 1 ? "" : time}`);
    }
  }
  return names;
}

function classesOf(path: string): ReadonlySet<string> {
  const text = readFileSync(path, "utf8").replace(COMMENT, "");
  return new Set([...text.matchAll(CLASS)].map(([, name = ""]) => name));
}
