/** Queries that read a whole table run in a thread of their own, so that the event loop serves others meanwhile. */
import { Worker } from "node:worker_threads";

import { sql } from "kysely";

import { sqliteLibraryFile } from "#app/config/sqlite-library.server.ts";

const MARK = "/* walk */";

/** For `modifyFront` of a query that reads a whole table. PostgreSQL runs it like any other. */
export const WALK = sql.raw(MARK);

export function isWalk(text: string): boolean {
  return text.includes(MARK);
}

/** A thread that nobody has needed for so long ends: it costs some megabytes. */
const IDLE_MS = 60_000;
/** With more of them under way, whoever asks next is refused as by a busy database. */
const WAITING_MAX = 100;
const THREAD = `
  const { parentPort, workerData } = require("node:worker_threads");
  const Database = require(workerData.library);
  const database = new Database(workerData.file, { readonly: true });
  for (const pragma of workerData.pragmas) database.pragma(pragma);
  parentPort.on("message", ([text, parameters]) => {
    try {
      parentPort.postMessage({ rows: database.prepare(text).all(parameters) });
    } catch (error) {
      parentPort.postMessage({ message: error.message, code: error.code });
    }
  });`;

type Answer = Readonly<{ rows: ReadonlyArray<unknown> } | { message: string; code?: string }>;
type Waiting = Readonly<{ resolve: (rows: ReadonlyArray<unknown>) => void; reject: (error: Error) => void }>;

export class SqliteWalks {
  readonly #data: Readonly<{ file: string; pragmas: ReadonlyArray<string>; library: string }>;
  #thread: Worker | null = null;
  /** In the order in which the thread answers. */
  #waiting: Array<Waiting> = [];
  #idle: NodeJS.Timeout | undefined;

  constructor(file: string, pragmas: ReadonlyArray<string>) {
    this.#data = { file, pragmas, library: sqliteLibraryFile() };
  }

  /** The rows. Throws what the database throws. */
  run(text: string, parameters: ReadonlyArray<unknown>): Promise<ReadonlyArray<unknown>> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= WAITING_MAX)
        throw Object.assign(new Error("Too many whole tables are to be read"), { code: "SQLITE_BUSY" });
      const thread = (this.#thread ??= this.#start());
      // Throws what cannot be sent, which is then not waited for.
      thread.postMessage([text, parameters]);
      clearTimeout(this.#idle);
      thread.ref();
      this.#waiting.push({ resolve, reject });
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    if (thread) this.#end(thread, new Error("The database is closed"));
    await thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(THREAD, { eval: true, execArgv: [], workerData: this.#data });
    thread.unref();
    thread.on("message", (answer: Answer) => this.#settle(answer));
    thread.on("error", (error) => this.#end(thread, error));
    thread.on("exit", () => this.#end(thread, new Error("The thread that reads whole tables has ended")));
    return thread;
  }

  #settle(answer: Answer): void {
    const next = this.#waiting.shift();
    if ("rows" in answer) next?.resolve(answer.rows);
    else next?.reject(Object.assign(new Error(answer.message), { code: answer.code }));
    if (this.#waiting.length > 0) return;
    this.#thread?.unref();
    this.#idle = setTimeout(() => void this.close(), IDLE_MS);
    this.#idle.unref();
  }

  #end(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
