/** Makes the mutants of a source text: one small change each, as a hurried programmer might make it. */
import ts from "typescript";

import type { Mutant } from "./mutant.ts";
import { callMutations } from "./call-mutations.ts";
import { operatorMutations } from "./operator-mutations.ts";
import { statementMutations } from "./statement-mutations.ts";

/** `at`: the node that gives the mutant its line and column. */
export type Mutation = Readonly<{ kind: string; at: ts.Node; target: ts.Node; after: string }>;

const MAKERS: ReadonlyArray<(node: ts.Node) => ReadonlyArray<Mutation>> = [
  operatorMutations,
  literalMutations,
  callMutations,
  statementMutations,
];

/** All mutants of a file, in the order of the tree. Types, imports and texts have none. */
export function mutantsOf(file: string, text: string): ReadonlyArray<Mutant> {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Array<Mutant> = [];
  const visit = (node: ts.Node) => {
    if (isWithoutCode(node)) return;
    for (const maker of MAKERS)
      found.push(...maker(node).map((mutation) => mutantFrom(file, source, mutation)));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** False when the mutant breaks the syntax, or changes nothing but types. */
export function isRunnable(before: string, after: string, file: string): boolean {
  const compiled = transpile(after, file);
  return compiled !== null && compiled !== transpile(before, file);
}

function transpile(text: string, fileName: string): string | null {
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.ReactJSX,
      verbatimModuleSyntax: true,
    },
  });
  return diagnostics.length > 0 ? null : outputText;
}

function isWithoutCode(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

function mutantFrom(file: string, source: ts.SourceFile, { kind, at, target, after }: Mutation): Mutant {
  const { line, character } = source.getLineAndCharacterOfPosition(at.getStart(source));
  const start = target.getStart(source);
  const before = source.text.slice(start, target.getEnd());
  return {
    id: `${file}:${line + 1}:${character + 1} ${kind}`,
    file,
    kind,
    line: source.getLineAndCharacterOfPosition(start).line + 1,
    start,
    before,
    after,
  };
}

/** Numbers and truth values. Those of JSX attributes say what a page looks like, and are left alone. */
function literalMutations(node: ts.Node): ReadonlyArray<Mutation> {
  const after = otherLiteral(node);
  if (after === null || ts.isJsxExpression(node.parent) || isName(node)) return [];
  return [{ kind: ts.isNumericLiteral(node) ? "number" : "boolean", at: node, target: node, after }];
}

function otherLiteral(node: ts.Node): string | null {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return "false";
  if (node.kind === ts.SyntaxKind.FalseKeyword) return "true";
  return ts.isNumericLiteral(node) ? String(Number(node.text) + 1) : null;
}

/** As 404 is in `{ 404: "Not found" }`. */
function isName(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}
