import type { Result } from "#app/models/shared/result.ts";
import type { DeskActor } from "#app/models/staff/log.server.ts";
import type { DeskStep } from "#app/models/staff/role.ts";

import type { CheckedLine } from "./import-kinds.ts";

export type NamedRow = Readonly<{
  line: number;
  name: string;
  cells: Readonly<Record<string, string>>;
}>;

export type Checking = Readonly<{ now: Date; may: (step: DeskStep) => boolean }>;

export type Writing = Checking &
  Readonly<{
    /** Empty for the shop's own commands. */
    by: string;
    actor: DeskActor;
    importId: number;
  }>;

export type Checked = Readonly<{
  lines: ReadonlyArray<CheckedLine>;
  /** Ask for a second factor before it is applied, and before it is undone. */
  needsCode: boolean;
  /** Prices or sales change: owners alone undo it. */
  hasPrices: boolean;
}>;

export type ImportWork = Readonly<{
  /** The same for two names of one thing. Left out: names are compared as they are. */
  sameRow?: (name: string) => string;
  /**
   * Writes nothing. Every row has one line, in the same order; no row is named twice. Once more lines change than one
   * import may, the others may be missing.
   */
  check: (rows: ReadonlyArray<NamedRow>, checking: Checking) => Promise<Checked>;
  /** Keeps others from changing what these lines change, until the transaction ends. */
  lock: (lines: ReadonlyArray<CheckedLine>) => Promise<void>;
  stands?: (shown: CheckedLine, now: CheckedLine) => boolean;
  /** Answers with the lines as they were applied. Refuses what has changed since it was checked. */
  apply: (
    lines: ReadonlyArray<CheckedLine>,
    writing: Writing,
  ) => Promise<Result<ReadonlyArray<CheckedLine>, "import-stale">>;
  /** Answers with what it left as it is, and why. */
  undo: (lines: ReadonlyArray<CheckedLine>, writing: Writing) => Promise<ReadonlyArray<CheckedLine>>;
}>;

type Applied = Result<ReadonlyArray<CheckedLine>, "import-stale">;

export type ImportSteps = Readonly<{
  /** Writes nothing. Not inside a transaction. */
  check: (importId: number, lines: ReadonlyArray<CheckedLine>, checking: Checking) => Promise<Checked>;
  /** Answers with what applies exactly `lines`, or refuses, in the caller's transaction. */
  ready: (
    importId: number,
  ) => Promise<(lines: ReadonlyArray<CheckedLine>, writing: Writing) => Promise<Applied>>;
  undo: ImportWork["undo"];
}>;
