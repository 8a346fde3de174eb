import ts from "typescript";

import type { Mutation } from "./mutant-maker.ts";

const { SyntaxKind } = ts;

const RELATIONS = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
]);

const ARITHMETIC = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.MinusToken, "+"],
  [SyntaxKind.AsteriskToken, "/"],
  [SyntaxKind.SlashToken, "*"],
  [SyntaxKind.PercentToken, "*"],
  [SyntaxKind.PlusEqualsToken, "-="],
  [SyntaxKind.MinusEqualsToken, "+="],
]);

const LOGIC = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
]);

const TABLES = [
  { kind: "relation", replacements: RELATIONS },
  { kind: "arithmetic", replacements: ARITHMETIC },
  { kind: "logic", replacements: LOGIC },
];

/** Other operators, either side of `??` alone, and conditions the other way round. */
export function operatorMutations(node: ts.Node): ReadonlyArray<Mutation> {
  if (ts.isBinaryExpression(node)) return binaryMutations(node);
  if (ts.isIfStatement(node)) return negated(node.expression);
  if (ts.isConditionalExpression(node)) return negated(node.condition);
  return [];
}

function binaryMutations(node: ts.BinaryExpression): ReadonlyArray<Mutation> {
  const { left, operatorToken: at, right } = node;
  if (at.kind === SyntaxKind.QuestionQuestionToken)
    return [
      { kind: "without fallback", at, target: node, after: `(${left.getText()})` },
      { kind: "fallback alone", at, target: node, after: `(${right.getText()})` },
    ];
  if (at.kind === SyntaxKind.PlusToken && (hasText(left) || hasText(right))) return [];
  return TABLES.flatMap(({ kind, replacements }) => {
    const after = replacements.get(at.kind);
    return after === undefined ? [] : [{ kind, at, target: at, after }];
  });
}

/** Joined texts: a minus between them is nobody's mistake. */
function hasText(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return hasText(node.left) || hasText(node.right);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** An equation is turned round by its operator already. */
function negated(condition: ts.Expression): ReadonlyArray<Mutation> {
  if (ts.isPrefixUnaryExpression(condition) && condition.operator === SyntaxKind.ExclamationToken) {
    const after = condition.operand.getText();
    return [{ kind: "condition", at: condition, target: condition, after }];
  }
  if (ts.isBinaryExpression(condition) && RELATIONS.has(condition.operatorToken.kind)) return [];
  return [{ kind: "condition", at: condition, target: condition, after: `!(${condition.getText()})` }];
}
