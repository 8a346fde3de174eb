/** Finds references to documents in texts, and says which lead nowhere. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

import { recipesIn } from "./recipes.ts";

/** What references can lead to. */
export type Targets = Readonly<{
  /** "cart-4": the anchors of docs/requirements.md. */
  requirements: ReadonlySet<string>;
  /** "0007": the numbers of docs/decisions. */
  decisions: ReadonlySet<string>;
  /** "R-07": the rows of docs/storm.md. */
  hazards: ReadonlySet<string>;
  isFile: (path: string) => boolean;
  /** "cart.server.ts": the names of the project's files, without their folders. */
  fileNames: ReadonlySet<string>;
  /** True for a name in backticks that a file has, or that stands in the code. */
  isKnownName: (name: string) => boolean;
  /** The anchors of a Markdown file. */
  anchorsOf: (path: string) => ReadonlySet<string>;
}>;

/** `problem` says why the reference leads nowhere; null: it leads somewhere. */
export type Reference = Readonly<{ file: string; line: number; text: string; problem: string | null }>;
type Found = Pick<Reference, "text" | "problem">;

const AND = String.raw`(?:,? and |,? or | to |, )`;
const RULE = String.raw`[a-z]+(?:-[a-z]+)*-\d+`;
const REQUIREMENTS = new RegExp(String.raw`\brequirements? (${RULE}(?:${AND}${RULE})*)`, "gi");
const DECISIONS = new RegExp(String.raw`\bdecisions? (\d+(?:${AND}\d+)*)`, "gi");
const HAZARD = /(?<![\w-])[CDFNPRSX]-\d{2}(?![\w-])/g;
/** A document by its path from the root of the project. */
const DOCUMENT = /(?<![\w./-])docs\/[\w./-]*\.(?:md|csv)(?:#[\w-]+)?/g;
const LINK = /\]\(([^)\s]+)\)/g;
/** A file by its path, as Markdown names it. Names with a star or braces stand for several. */
const NAMED_FILE = /`((?:app|content|deploy|docs|public|scripts|tests)\/[\w./-]+\.\w+)`/g;
/** A file of the code by its name alone, in a comment, a text or a document. */
const FILE_NAME = /(?<![\w./@*{}$-])[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|css)\b/g;
/** What a decision names in backticks by a name with hyphens: a file without its ending, a package, a class. */
const HYPHENATED = /`([a-z][a-z0-9]*(?:-[a-z0-9]+)+)`/g;
/** Programs and packages that a decision only speaks of. */
const OF_OTHERS = new Set(["node-gyp", "fido2-lib"]);
/** Numbers of documents that are not in the project. */
const ELSEWHERE = /\breadings? \d+|\bspecification(?:\)?,| \() ?(?:sections? )?\d+/gi;
/** In code a section is one of an RFC. A page may speak of its own. */
const SECTION = /(?<!RFC \d{4}, |specification, )\bsections? \d+/gi;

/** A quick test that every reference passes and most lines do not. */
const MAY_REFER =
  /requirement|decision|docs\/|reading|specification|section|[A-Z]-\d|\]\(|`|\.(?:tsx?|mjs|css)\b/i;

/** All references in `text`, the content of `file`. */
export function referencesOf(
  { file, text }: Readonly<{ file: string; text: string }>,
  targets: Targets,
): ReadonlyArray<Reference> {
  if (!MAY_REFER.test(text)) return [];
  return text.split("\n").flatMap((line, index) => {
    if (!MAY_REFER.test(line)) return [];
    return referencesIn({ file, line }, targets).map((found) => ({ file, line: index + 1, ...found }));
  });
}

function referencesIn(
  { file, line }: Readonly<{ file: string; line: string }>,
  targets: Targets,
): ReadonlyArray<Found> {
  const inAll = [
    ...listed(line, REQUIREMENTS, RULE).map((id) => found(id, targets.requirements, "no such requirement")),
    ...listed(line, DECISIONS, String.raw`\d+`).map((number) =>
      found(`decision ${number}`, targets.decisions.has(number), "no such decision"),
    ),
    ...matches(line, HAZARD).map((id) => found(id, targets.hazards, "no such row in docs/storm.md")),
    ...matches(line, DOCUMENT).map((path) => target(path, path, targets)),
    ...matches(line, ELSEWHERE).map((text) => found(text, false, "not a document of this project")),
    ...fileNamesIn({ file, line }).map((name) => found(name, targets.fileNames, "no file has this name")),
    ...(file.startsWith("docs/decisions/") ? captures(line, HYPHENATED) : []).map((name) =>
      found(name, targets.isKnownName(name), "no file has this name, and it does not stand in the code"),
    ),
  ];
  if (!file.endsWith(".md")) {
    return [...inAll, ...matches(line, SECTION).map((text) => found(text, false, "a section of what?"))];
  }
  // The shop's own addresses, in its articles, are followed by the crawl.
  const links = captures(line, LINK).filter((to) => !/^(?:[a-z]+:|\/)/.test(to));
  return [
    ...inAll,
    ...links.map((to) => target(to, to.startsWith("#") ? `${file}${to}` : besides(file, to), targets)),
    ...captures(line, NAMED_FILE).map((path) => found(path, targets.isFile(path), "no such file")),
  ];
}

/** Tests plant names of files that do not exist, and code writes files: a whole string is a name of its own. */
function fileNamesIn({ file, line }: Readonly<{ file: string; line: string }>): ReadonlyArray<string> {
  if (file.startsWith("tests/")) return [];
  return matches(line, FILE_NAME).filter((name) => file.endsWith(".md") || !line.includes(`"${name}"`));
}

function found(text: string, isThere: ReadonlySet<string> | boolean, problem: string): Found {
  const resolves = typeof isThere === "boolean" ? isThere : isThere.has(text);
  return { text, problem: resolves ? null : problem };
}

/** The reference `text` to `address`: a path from the root, with or without an anchor. */
function target(text: string, address: string, { isFile, anchorsOf }: Targets): Found {
  const [path = "", anchor] = address.split("#");
  if (!isFile(path)) return { text, problem: "no such file" };
  if (anchor === undefined || anchorsOf(path).has(anchor)) return { text, problem: null };
  return { text, problem: "no such anchor" };
}

function besides(file: string, to: string): string {
  return posix.normalize(posix.join(posix.dirname(file), to));
}

function matches(line: string, pattern: RegExp): ReadonlyArray<string> {
  return [...line.matchAll(pattern)].map(([all]) => all);
}

function captures(line: string, pattern: RegExp): ReadonlyArray<string> {
  return [...line.matchAll(pattern)].map(([, captured = ""]) => captured);
}

/** Each `item` of the lists that `pattern` captures: "cart-4 and order-2" is two. */
function listed(line: string, pattern: RegExp, item: string): ReadonlyArray<string> {
  return captures(line, pattern).flatMap((list) => matches(list, new RegExp(item, "g")));
}

/** What this project's documents offer to refer to. */
export function targetsOfProject(): Targets {
  const storm = readFileSync("docs/storm.md", "utf8");
  const decisions = readdirSync("docs/decisions");
  const files = filesOfProject();
  const made = recipesIn(readFileSync("docs/recipes.md", "utf8")).flatMap(({ blocks }) => blocks);
  const fileNames = new Set([...files, ...made.map(({ file }) => file)].map((file) => posix.basename(file)));
  const stems = new Set([...fileNames].map((name) => name.split(".")[0] ?? name));
  const code = files
    .filter((file) => /\.(?:[cm]?[jt]sx?|css|json)$/.test(file) && !/^(?:content|tests)\//.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  return {
    requirements: anchorsIn(readFileSync("docs/requirements.md", "utf8")),
    decisions: new Set(decisions.flatMap((name) => /^(\d{4})-/.exec(name)?.[1] ?? [])),
    hazards: new Set(captures(storm, /^\| ([A-Z]-\d{2}) /gm)),
    isFile: (path) => existsSync(path),
    fileNames,
    isKnownName: (name) => OF_OTHERS.has(name) || stems.has(name) || code.includes(name),
    anchorsOf: (path) => anchorsIn(readFileSync(path, "utf8")),
  };
}

/** The anchors that a Markdown text has: its own, and one for each heading, as GitHub makes them. */
export function anchorsIn(text: string): ReadonlySet<string> {
  const headings = captures(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...captures(text, /<a id="([\w-]+)">/g), ...headings]);
}

const TEXTS = /(?:\.(?:[cm]?[jt]sx?|css|md|csv|conf|yaml|yml|sh|service)|\/Dockerfile|\.env\.example)$/;

/** The texts that may hold references: all code, tests, scripts and documents, and what stands at the root. */
export function textsOfProject(): ReadonlyArray<Readonly<{ file: string; text: string }>> {
  return filesOfProject()
    .filter((file) => TEXTS.test(`/${file}`))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
}

function filesOfProject(): ReadonlyArray<string> {
  const folders = ["app", "content", "deploy", "docs", "scripts", "tests"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return [...readdirSync("."), ...folders];
}
