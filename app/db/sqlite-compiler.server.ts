/** Writes queries for SQLite, with constants in the text where a parameter would have the query compiled at every use. */
import {
  type BinaryOperationNode,
  ColumnNode,
  type OperationNode,
  PrimitiveValueListNode,
  ReferenceNode,
  SqliteQueryCompiler,
  ValueListNode,
  ValueNode,
} from "kysely";

/**
 * Columns by which an index says what is in it (CREATE INDEX … WHERE). Whether such an index serves a query depends on
 * the value that the column is compared with: of a parameter SQLite finds it out when it runs the query, and compiles it
 * once more for each value that was bound, even if it is the one of before (sqlite.org/partialindex.html,
 * sqlite.org/queryplanner.html, "stability guarantee"). That costs ten times what the query does.
 */
export const INDEX_CONDITION_COLUMNS: ReadonlySet<string> = new Set([
  ...["is_visible", "status", "quantity_before", "quantity_after"],
  ...["is_default_delivery", "is_default_billing"],
]);
/** Words of the shop's own, such as "awaiting-payment". */
const WORD = /^[a-z]+(?:-[a-z]+)*$/;

export class SqliteTexts extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const isCondition = INDEX_CONDITION_COLUMNS.has(columnOf(node.leftOperand) ?? "");
    super.visitBinaryOperation(isCondition ? { ...node, rightOperand: written(node.rightOperand) } : node);
  }
}

function columnOf(node: OperationNode): string | null {
  const column = ReferenceNode.is(node) ? node.column : node;
  return ColumnNode.is(column) ? column.column.name : null;
}

/** `node` as text of the query, where it is a constant. */
function written(node: OperationNode): OperationNode {
  if (ValueNode.is(node) && isPlain(node.value)) return ValueNode.createImmediate(node.value);
  if (PrimitiveValueListNode.is(node) && node.values.every(isPlain))
    return ValueListNode.create(node.values.map((value) => ValueNode.createImmediate(value)));
  return node;
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" ? WORD.test(value) : Number.isSafeInteger(value);
}
