/** Finds every regular expression in the code, and asks recheck how much work a text can make for it. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";

import { check } from "recheck";
import ts from "typescript";

/** Nothing depends on how busy the machine is: bounds of work instead of time, and two minutes for each as a last resort. */
const SETTINGS = { timeout: 120_000, attackTimeout: null, incubationTimeout: null, attackLimit: 100_000_000 };
/** What recheck said before, by pattern and settings: of four hundred patterns a change touches a few. */
const CACHE = resolve("node_modules/.cache/patterns.json");
/** In place of what is known when the code runs and not before, such as a word out of a list. */
const WORD = "x";

export type Pattern = Readonly<{
  /** "app/models/x.ts:12". */
  at: string;
  /** Null where the code does not tell what the pattern is. */
  source: string | null;
  flags: string;
}>;

/** The patterns of all TypeScript files in `folders`: literals, and what is given to `RegExp`. */
export function patternsIn(folders: ReadonlyArray<string>): ReadonlyArray<Pattern> {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .sort()
      .flatMap((file) => patternsOf(file, readFileSync(file, "utf8"))),
  );
}

/** The patterns of `code`, which stands in `file`. */
export function patternsOf(file: string, code: string): ReadonlyArray<Pattern> {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  return nodesOf(source).flatMap((node) => {
    const at = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      return [{ at, source: node.text.slice(1, end), flags: node.text.slice(end + 1) }];
    }
    if (!isCallOf(node, "RegExp")) return [];
    const [text, flags] = node.arguments ?? [];
    return valuesOf(text).map((value) => ({ at, source: value, flags: valuesOf(flags)[0] ?? "" }));
  });
}

/** What is wrong with each of `patterns` that may do more than linear work: "app/models/x.ts:12 /(a+)+$/: exponential". */
export async function complaintsAbout(patterns: ReadonlyArray<Pattern>): Promise<ReadonlyArray<string>> {
  const verdicts = readVerdicts();
  const waiting = [...new Set(patterns.map(textOf))].filter((text) => !(text in verdicts));
  const work = async () => {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift())
      verdicts[text] = await verdictOn(text);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  writeVerdicts(verdicts);
  return patterns.flatMap((pattern) => {
    const verdict = verdicts[textOf(pattern)] ?? "";
    return verdict === LINEAR ? [] : [`${pattern.at} ${textOf(pattern)}: ${verdict}`];
  });
}

const LINEAR = "linear";
const UNKNOWN = "(not known before it runs)";

function textOf({ source, flags }: Pattern): string {
  return source === null ? UNKNOWN : `/${source}/${flags}`;
}

async function verdictOn(text: string): Promise<string> {
  if (text === UNKNOWN) return "not checked";
  const [source, flags] = [text.slice(1, text.lastIndexOf("/")), text.slice(text.lastIndexOf("/") + 1)];
  // Recheck only tries some texts where a pattern looks around: one look without a bound for each start is too much.
  if (looksWithoutBound(source)) return "looks around without a bound";
  const found = await check(source, flags, SETTINGS);
  if (found.status === "safe") return LINEAR;
  return found.status === "vulnerable" ? found.complexity.summary : `not proven (${found.error.kind})`;
}

/** True when a look ahead or behind holds a repetition without an upper bound. */
export function looksWithoutBound(source: string): boolean {
  const withoutClasses = source.replace(/\\./gs, "_").replace(/\[[^\]]*\]/g, "_");
  const groups: Array<boolean> = [];
  for (const [token] of withoutClasses.matchAll(/\(\?<?[=!]|\(|\)|[*+]|\{\d+,\}/g)) {
    if (token === ")") groups.pop();
    else if (token.startsWith("(")) groups.push(token !== "(");
    else if (groups.includes(true)) return true;
  }
  return false;
}

type Verdicts = Record<string, string>;

function readVerdicts(): Verdicts {
  if (!existsSync(CACHE)) return {};
  const { made, verdicts } = JSON.parse(readFileSync(CACHE, "utf8")) as { made: string; verdicts: Verdicts };
  return made === madeWith() ? verdicts : {};
}

/** What was not decided is asked again. */
function writeVerdicts(verdicts: Verdicts): void {
  const decided = Object.entries(verdicts).filter(([, verdict]) => !verdict.startsWith("not "));
  mkdirSync(dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify({ made: madeWith(), verdicts: Object.fromEntries(decided) }));
}

/** Verdicts hold for one version of recheck, and for this file. */
function madeWith(): string {
  const version = readFileSync(resolve("node_modules/recheck/package.json"));
  return createHash("sha256")
    .update(version)
    .update(readFileSync(import.meta.filename))
    .digest("hex");
}

function nodesOf(root: ts.Node): ReadonlyArray<ts.Node> {
  const nodes: Array<ts.Node> = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

function isCallOf(node: ts.Node, name: string): node is ts.CallExpression | ts.NewExpression {
  return (
    (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === name
  );
}

/** The texts that `node` may stand for; null for one that is not known before the code runs. */
function valuesOf(node: ts.Node | undefined): ReadonlyArray<string | null> {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [templateText(node)];
  if (ts.isIdentifier(node)) return valuesOfName(node);
  return [joinedText(node)];
}

function templateText({ head, templateSpans }: ts.TemplateExpression): string {
  const spans = templateSpans.map(
    ({ expression, literal }) => (valuesOf(expression)[0] ?? WORD) + literal.text,
  );
  return head.text + spans.join("");
}

/** A constant of the same file, or a parameter of a function that is called there. */
function valuesOfName(name: ts.Identifier): ReadonlyArray<string | null> {
  const nodes = nodesOf(name.getSourceFile());
  for (let scope: ts.Node = name; !ts.isSourceFile(scope); scope = scope.parent) {
    if (!ts.isFunctionLike(scope)) continue;
    const place = scope.parameters.findIndex((parameter) => parameter.name.getText() === name.text);
    const called = scope.name?.getText() ?? "";
    const calls = place === -1 ? [] : nodes.filter((node) => isCallOf(node, called));
    if (place !== -1)
      return calls.length === 0 ? [null] : calls.flatMap((call) => valuesOf(call.arguments?.[place]));
  }
  const constant = nodes.find(
    (node): node is ts.VariableDeclaration =>
      ts.isVariableDeclaration(node) && node.name.getText() === name.text,
  );
  return constant?.initializer ? valuesOf(constant.initializer) : [null];
}

/** `["a", "b"].join("|")`, or the keys of a constant object joined like that. */
function joinedText(node: ts.Node): string | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  if (node.expression.name.text !== "join") return null;
  const parts = partsOf(node.expression.expression);
  const [between] = valuesOf(node.arguments[0]);
  return parts && between !== undefined && between !== null ? parts.join(between) : null;
}

function partsOf(list: ts.Expression): ReadonlyArray<string> | null {
  if (ts.isArrayLiteralExpression(list)) {
    const parts = list.elements.map((element) => valuesOf(element)[0] ?? null);
    return parts.every((part) => part !== null) ? parts : null;
  }
  if (!ts.isCallExpression(list) || list.expression.getText() !== "Object.keys") return null;
  const named = list.arguments[0]?.getText();
  const object = nodesOf(list.getSourceFile()).find(
    (node): node is ts.VariableDeclaration => ts.isVariableDeclaration(node) && node.name.getText() === named,
  )?.initializer;
  if (!object || !ts.isObjectLiteralExpression(object)) return null;
  return object.properties.map((property) => property.name?.getText() ?? WORD);
}
