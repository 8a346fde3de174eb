/** Finds names with words that docs/glossary.md has replaced, and names that two files export. */
import ts from "typescript";

export type SourceFile = Readonly<{ file: string; text: string }>;

/** Words that stood for something else than a reader from the field expects. docs/glossary.md has the right ones. */
const REPLACED = new Set(
  (
    "letter letters lane lanes kept keeper keepers asked told tell tells said wish wishes wished wanted sweep swept " +
    "picture pictures robot goods whoever whose newcomer newcomers trouble troubles"
  ).split(" "),
);

/** Where "letter" means a letter of the alphabet. */
const ALPHABET = [
  "app/components/layout/search-suggestions.tsx",
  "app/components/listing/brand-list.tsx",
  "app/models/catalogue/glossary.ts",
  "app/models/customer/common-password.ts",
  "app/models/listing/listing-index/sort.ts",
  "app/models/search/",
  "app/routes/catalogue/brands.tsx",
  "app/services/search/embedded/",
  "tests/components/listing/brand-list.test.tsx",
];

/** The exports that Remix reads by name. */
const ROUTE_EXPORTS = new Set([
  "loader",
  "action",
  "meta",
  "links",
  "headers",
  "handle",
  "shouldRevalidate",
  "clientLoader",
  "ErrorBoundary",
]);

function parse({ file, text }: SourceFile): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** "findLetterAt" has the words find, letter and at. */
export function wordsOf(name: string): ReadonlyArray<string> {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

function isReplaced(name: string, file: string): boolean {
  const isAlphabet = ALPHABET.some((path) => file.startsWith(path));
  return wordsOf(name).some((word) => REPLACED.has(word) && !(isAlphabet && word.startsWith("letter")));
}

/** The identifiers of a file, and its own name, that hold a replaced word, each once. */
export function replacedNamesIn(source: SourceFile): ReadonlyArray<string> {
  const names = new Set<string>(isReplaced(source.file, source.file) ? [source.file] : []);
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && isReplaced(node.text, source.file)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return [...names];
}

function exportsOf(source: SourceFile): ReadonlyArray<string> {
  return parse(source).statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    const { name } = statement as ts.DeclarationStatement;
    return name ? [name.text] : [];
  });
}

/** Names that more than one of these files declares and exports, with the files. */
export function homonymsIn(sources: ReadonlyArray<SourceFile>): ReadonlyArray<readonly [string, string]> {
  const files = new Map<string, Array<string>>();
  for (const source of sources)
    for (const name of new Set(exportsOf(source)))
      if (!ROUTE_EXPORTS.has(name)) files.set(name, [...(files.get(name) ?? []), source.file]);
  return [...files].filter(([, where]) => where.length > 1).map(([name, where]) => [name, where.join(", ")]);
}
