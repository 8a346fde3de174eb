/** One of the operator's commands. */

export type Command = Readonly<{
  name: string;
  /** What it does, in one line. */
  summary: string;
  /** What `--help` says. */
  help: string;
  /** Answers with the exit code. */
  run: (args: ReadonlyArray<string>) => Promise<number>;
}>;
