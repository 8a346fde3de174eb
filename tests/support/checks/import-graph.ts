/** Which file imports which at run time, and ways from one back to itself. */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

import ts from "typescript";

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** `folder`: such as "app". What is imported by `import type` or `import(…)` is not there when a file is loaded. */
export function valueImports(folder: string): Graph {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name));
  return new Map(files.map((file) => [file, importsIn(file, readFileSync(file, "utf8"))]));
}

/** Paths in the project; packages have none. */
export function importsIn(file: string, text: string): ReadonlySet<string> {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return new Set(
    statements.flatMap((statement) => {
      const specifier = loadedBy(statement)?.text ?? "";
      if (specifier.startsWith("#")) return [specifier.slice(1)];
      return specifier.startsWith(".") ? [posix.join(posix.dirname(file), specifier)] : [];
    }),
  );
}

/** Without `type` before the braces a file is loaded, whatever stands in them. */
function loadedBy(statement: ts.Statement): ts.StringLiteral | null {
  const isLoaded =
    (ts.isImportDeclaration(statement) &&
      statement.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) ||
    (ts.isExportDeclaration(statement) && !statement.isTypeOnly);
  const specifier = isLoaded ? statement.moduleSpecifier : undefined;
  return specifier && ts.isStringLiteral(specifier) ? specifier : null;
}

/** A way from a node back to itself, or null when there is none. */
export function findCycle(graph: Graph): ReadonlyArray<string> | null {
  const done = new Set<string>();
  const visit = (node: string, path: ReadonlyArray<string>): ReadonlyArray<string> | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const other of graph.get(node) ?? []) {
      const cycle = visit(other, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}
