import ts from "typescript";

import type { Mutation } from "./mutant-maker.ts";

/** What is logged is for people, and no test reads it. */
const LOGGERS = /^(?:log|logger|console)[.]/;

/** Statements and guards left out, and promises that nobody waits for. */
export function statementMutations(node: ts.Node): ReadonlyArray<Mutation> {
  if (ts.isIfStatement(node)) return guardMutations(node);
  return ts.isExpressionStatement(node) ? expressionMutations(node) : [];
}

function expressionMutations(node: ts.ExpressionStatement): ReadonlyArray<Mutation> {
  const { expression } = node;
  if (isNeeded(expression)) return [];
  const left: Mutation = { kind: "statement", at: node, target: node, after: ";" };
  if (!ts.isAwaitExpression(expression)) return [left];
  const after = `void ${expression.expression.getText()}`;
  return [left, { kind: "await", at: expression, target: expression, after }];
}

/** A class that extends another must call super; "use strict" is no code. */
function isNeeded(node: ts.Expression): boolean {
  if (ts.isStringLiteral(node)) return true;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) return true;
  return LOGGERS.test(node.getText());
}

/** `if (…) return …;` or `throw`, with more to come after it. */
function guardMutations(node: ts.IfStatement): ReadonlyArray<Mutation> {
  if (node.elseStatement || !ts.isBlock(node.parent) || node.parent.statements.at(-1) === node) return [];
  return leaves(node.thenStatement) ? [{ kind: "guard", at: node, target: node, after: ";" }] : [];
}

function leaves(node: ts.Statement): boolean {
  if (!ts.isBlock(node)) return ts.isReturnStatement(node) || ts.isThrowStatement(node);
  const last = node.statements.at(-1);
  return last !== undefined && leaves(last);
}
