import { createHash } from "node:crypto";

type CopyValue = string | number | null;
export type CopyRow = Readonly<Record<string, CopyValue>>;

export type CopyTable = Readonly<{
  name: string;
  /** Those that can be written, in alphabetical order. */
  columns: ReadonlyArray<string>;
}>;

export type CopySource = Readonly<{
  tables: () => Promise<ReadonlyArray<CopyTable>>;
  count: (table: string) => Promise<number>;
  read: (table: CopyTable) => AsyncIterable<ReadonlyArray<CopyRow>>;
}>;

export type CopyTarget = CopySource &
  Readonly<{
    /** Empties `tables`; the rows must come in this order. */
    begin: (tables: ReadonlyArray<CopyTable>) => Promise<void>;
    write: (table: CopyTable, rows: ReadonlyArray<CopyRow>) => Promise<void>;
    /** Checks references, sets counters after the largest number of each, and keeps what was written. */
    commit: (tables: ReadonlyArray<CopyTable>) => Promise<void>;
    rollback: () => Promise<void>;
  }>;

/** The sum of a SHA-256 of each row, so that their order does not matter. */
export class RowsHash {
  readonly #columns: ReadonlyArray<string>;
  #sum = 0n;
  #count = 0;

  constructor({ columns }: CopyTable) {
    this.#columns = columns;
  }

  add(rows: ReadonlyArray<CopyRow>): void {
    for (const row of rows) {
      const text = JSON.stringify(this.#columns.map((column) => row[column] ?? null));
      this.#sum += BigInt(`0x${createHash("sha256").update(text).digest("hex")}`);
    }
    this.#sum = BigInt.asUintN(256, this.#sum);
    this.#count += rows.length;
  }

  get count(): number {
    return this.#count;
  }

  get digest(): string {
    return this.#sum.toString(16).padStart(64, "0");
  }
}

/** Each table after those that it refers to. Throws where references form a circle, except within one table. */
export function inDependencyOrder(
  tables: ReadonlyArray<CopyTable>,
  references: ReadonlyMap<string, ReadonlyArray<string>>,
): ReadonlyArray<CopyTable> {
  const ordered: Array<CopyTable> = [];
  const done = new Set<string>();
  let left = [...tables].sort((one, other) => (one.name < other.name ? -1 : 1));
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const isReady = ({ name }: CopyTable) =>
      (references.get(name) ?? []).every((other) => other === name || done.has(other) || !names.has(other));
    const ready = left.filter(isReady);
    if (ready.length === 0) throw new Error(`Tables that refer to each other: ${[...names].join(", ")}`);
    for (const table of ready) done.add(table.name);
    ordered.push(...ready);
    left = left.filter(({ name }) => !done.has(name));
  }
  return ordered;
}

const BATCH = 500;
/** A photograph is half a megabyte, an image of a product up to two, a ZIP of the catalogue up to seven. */
const IMAGE_BATCH = 20;
const WITH_IMAGES = ["review_photos", "uploaded_images", "page_images", "catalogue_imports"];

export function batchOf(table: string): number {
  return WITH_IMAGES.includes(table) ? IMAGE_BATCH : BATCH;
}
