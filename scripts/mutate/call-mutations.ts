import ts from "typescript";

import type { Mutation } from "./mutant-maker.ts";

/** Calls of which another method is easily meant. */
const OTHER_METHODS: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
};
/** Calls that are easily forgotten: the list or text stays as it is. */
const LEFT_OUT = new Set(["filter", "slice", "trim", "toLowerCase"]);
const SORTS = new Set(["sort", "toSorted"]);

/** Another method, a step left out, and the order the other way round. */
export function callMutations(node: ts.Node): ReadonlyArray<Mutation> {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression: target } = node.expression;
  const other = Object.hasOwn(OTHER_METHODS, name.text) ? OTHER_METHODS[name.text] : undefined;
  if (other !== undefined) return methodMutations({ target, name, other });
  if (LEFT_OUT.has(name.text)) return [{ kind: name.text, at: name, target: node, after: target.getText() }];
  if (SORTS.has(name.text)) return [{ kind: "order", at: name, target: node, after: reversed(node) }];
  return name.text === "orderBy" ? directionMutations(node) : [];
}

type Method = Readonly<{ target: ts.Expression; name: ts.MemberName; other: string }>;

/** Elsewhere than in Math, `min` and `max` are rules of a form or parts of a query. */
function methodMutations({ target, name, other }: Method): ReadonlyArray<Mutation> {
  const isBound = name.text === "min" || name.text === "max";
  if (isBound && target.getText() !== "Math") return [];
  return [{ kind: isBound ? "bound" : "method", at: name, target: name, after: other }];
}

function reversed(node: ts.CallExpression): string {
  return `${node.getText()}.reverse()`;
}

/** Of a query: `orderBy("at", "desc")`, or without a direction, which is "asc". */
function directionMutations({ arguments: [column, direction] }: ts.CallExpression): ReadonlyArray<Mutation> {
  if (!column) return [];
  if (!direction)
    return [{ kind: "order", at: column, target: column, after: `${column.getText()}, "desc"` }];
  if (!ts.isStringLiteral(direction)) return [];
  const after = direction.text === "desc" ? '"asc"' : '"desc"';
  return [{ kind: "order", at: direction, target: direction, after }];
}
