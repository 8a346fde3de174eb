/**
 * Puts a mark into every function and every branch of a source text, so that a run of the tests can tell which of them
 * each test file has reached. Marks stand on the lines that are there: those of errors stay right.
 */
import ts from "typescript";

/** A stretch of a file that runs as one. */
export type Spot = Readonly<{ start: number; end: number }>;

type Insertion = Readonly<{ position: number; text: string; rank: number }>;

/** Set by the setup file of a reach run (reach-setup.ts). */
const MARK = "globalThis.__mutateMark?.";
const LOADING = "globalThis.__mutateLoading?.(1);";
const LOADED = "\nglobalThis.__mutateLoading?.(-1);";

/** The text with its marks; the mark of `spots[index]` has the number `first + index`. */
export function withMarks(text: string, spots: ReadonlyArray<Spot & Braces>, first: number): string {
  const insertions = spots.flatMap((spot, index) => insertionsOf(spot, `${MARK}(${first + index})`));
  const sorted = insertions.sort((a, b) => b.position - a.position || b.rank - a.rank);
  const marked = sorted.reduce(
    (all, { position, text: added }) => all.slice(0, position) + added + all.slice(position),
    text,
  );
  return `${LOADING}${marked}${LOADED}`;
}

/** How a mark gets in: into braces, before an expression, or before a statement without braces. */
export type Braces = Readonly<{ form: "block" | "expression" | "statement" }>;

function insertionsOf({ start, end, form }: Spot & Braces, mark: string): ReadonlyArray<Insertion> {
  // Of two spots that begin at one place the outer one is first, and ends last.
  const length = end - start;
  if (form === "block") return [{ position: start + 1, text: `${mark};`, rank: 0 }];
  const [open, close] = form === "expression" ? [`(${mark},`, ")"] : [`{${mark};`, "}"];
  return [
    { position: start, text: open, rank: -length },
    { position: end, text: close, rank: length },
  ];
}

/** The spots of a file, outer ones before those within them. */
export function spotsOf(file: string, text: string): ReadonlyArray<Spot & Braces> {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const spots: Array<Spot & Braces> = [];
  const visit = (node: ts.Node) => {
    const form = formOf(node);
    if (form) spots.push({ start: node.getStart(source), end: node.getEnd(), form });
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return spots;
}

const BRANCHING = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

function formOf(node: ts.Node): Braces["form"] | null {
  if (ts.isBlock(node)) return "block";
  const { parent } = node;
  if (ts.isIfStatement(parent) && ts.isStatement(node)) return "statement";
  return isBranch(node, parent) ? "expression" : null;
}

function isBranch(node: ts.Node, parent: ts.Node): boolean {
  if (ts.isArrowFunction(parent)) return node === parent.body;
  if (ts.isConditionalExpression(parent)) return node === parent.whenTrue || node === parent.whenFalse;
  return ts.isBinaryExpression(parent) && BRANCHING.has(parent.operatorToken.kind) && node === parent.right;
}
