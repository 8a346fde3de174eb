/** The sources of a checkout, who imports whom, and where the value of a constant is read. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

import ts from "typescript";

/** A place in a file. */
export type Place = Readonly<{ file: string; position: number }>;

const FOLDERS = ["app", "tests", "scripts"];

export class SourceTree {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #importers = new Map<string, Set<string>>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
    for (const [file, text] of texts) {
      for (const imported of importsOf(file, text))
        this.#importers.set(imported, (this.#importers.get(imported) ?? new Set()).add(file));
    }
  }

  /** The files that import `file`, themselves or by others. */
  allImporters(file: string): ReadonlySet<string> {
    const found = new Set<string>();
    const visit = (name: string) => {
      if (found.has(name)) return;
      found.add(name);
      this.#importers.get(name)?.forEach(visit);
    };
    visit(file);
    return found;
  }

  /**
   * Where the code that stands outside functions at `place` takes effect: wherever the names that it declares are
   * read, in functions. Null when it declares none, and so may take effect anywhere.
   */
  readers(place: Place): ReadonlyArray<Place> | null {
    const found: Array<Place> = [];
    const seen = new Set<string>();
    const follow = ({ file, position }: Place): boolean => {
      const names = this.#namesAt({ file, position });
      if (names.length === 0) return false;
      return names.every((name) => {
        if (seen.has(`${file} ${name}`)) return true;
        seen.add(`${file} ${name}`);
        return this.#readsOf(file, name).every((read) => {
          if (read.isInFunction) found.push(read);
          return read.isInFunction || follow(read);
        });
      });
    };
    return follow(place) ? found : null;
  }

  /** The names that the statement declares which stands at the top level of the file, at `position`. */
  #namesAt({ file, position }: Place): ReadonlyArray<string> {
    const statement = this.#parse(file).statements.find(
      (node) => node.getFullStart() <= position && position < node.getEnd(),
    );
    if (!statement) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations
        .filter((node) => node.getFullStart() <= position && position < node.getEnd())
        .flatMap(({ name }) => bindingNames(name));
    const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
    return isNamed && statement.name ? [statement.name.text] : [];
  }

  /** In the file itself, and in those that import the name. */
  #readsOf(file: string, name: string): ReadonlyArray<Place & { isInFunction: boolean }> {
    const own = readsIn(this.#parse(file), name).map((read) => ({ file, ...read }));
    const others = [...(this.#importers.get(file) ?? [])].filter((other) => other.startsWith("app/"));
    const imported = others.flatMap((other) => {
      const source = this.#parse(other);
      const local = localName(source, other, { file, name });
      return local === null ? [] : readsIn(source, local).map((read) => ({ file: other, ...read }));
    });
    return [...own, ...imported];
  }

  #parse(file: string): ts.SourceFile {
    return ts.createSourceFile(file, this.#texts.get(file) ?? "", ts.ScriptTarget.Latest, true);
  }
}

/** Reads all of them at once. */
export function readSourceTree(root: string): SourceTree {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /[.]tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return new SourceTree(new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")])));
}

function importsOf(file: string, text: string): ReadonlyArray<string> {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.flatMap(({ fileName }) => resolved(fileName, file) ?? []);
}

/** `#app/x.ts` and `./x.ts` as a path in the project; packages have none. */
function resolved(specifier: string, importer: string): string | null {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? posix.join(posix.dirname(importer), specifier) : null;
}

function bindingNames(name: ts.BindingName): ReadonlyArray<string> {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? bindingNames(element.name) : []));
}

/** What `name` of `file` is called in a file that imports it; null when that imports something else. */
function localName(
  source: ts.SourceFile,
  importer: string,
  { file, name }: Readonly<{ file: string; name: string }>,
): string | null {
  for (const node of source.statements) {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) continue;
    if (resolved(node.moduleSpecifier.text, importer) !== file) continue;
    const bindings = node.importClause?.namedBindings;
    if (!bindings) continue;
    if (ts.isNamespaceImport(bindings)) return bindings.name.text;
    const element = bindings.elements.find((each) => (each.propertyName ?? each.name).text === name);
    if (element) return element.name.text;
  }
  return null;
}

type Read = Readonly<{ position: number; isInFunction: boolean }>;

function readsIn(source: ts.SourceFile, name: string): ReadonlyArray<Read> {
  const reads: Array<Read> = [];
  const visit = (node: ts.Node, isInFunction: boolean) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node) && node.text === name && !isDeclared(node))
      reads.push({ position: node.getStart(source), isInFunction });
    const isDeeper = isInFunction || (ts.isFunctionLike(node) && !ts.isParameter(node));
    ts.forEachChild(node, (child) => visit(child, isDeeper));
  };
  visit(source, false);
  return reads;
}

function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isPropertyAssignment(parent)) return parent.name === node;
  return (ts.isVariableDeclaration(parent) || ts.isFunctionDeclaration(parent)) && parent.name === node;
}
