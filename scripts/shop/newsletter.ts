import { existsSync } from "node:fs";
import { resolve } from "node:path";

import {
  columns,
  type Command,
  countFrom,
  minuteOf,
  newCommand,
  type Outcome,
  readWords,
} from "./command.ts";
import { writeCsv } from "./csv-file.ts";

const LIMIT_MAX = 10_000;

const HELP = `Usage: npm run shop -- newsletter list [--limit <number>] [--json]
       npm run shop -- newsletter export --out <file.csv> [--force] [--json]
       npm run shop -- newsletter remove <email> [--json]

Shows and exports confirmed addresses only, with what their owners agreed to, where and when. The shop keeps no address
of people who have unsubscribed, only a code that stops it from emailing them again.

  list       how many there are, and the newest of them
    --limit  show at most this many, default 20
  export     all of them as a CSV file (cells that a spreadsheet would take for a formula begin with an apostrophe).
             Personal data: the file is readable by you alone, and yours to delete. An older file may name people who
             have unsubscribed since
    --out    where to; a file that is there is left alone unless you add --force
  remove     unsubscribes an address whose owner asked you, at once
  --json     print the result as JSON
  --help     this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

type CommandOptions = Readonly<{ isJson: boolean }> &
  (
    | Readonly<{ verb: "list"; limit: number }>
    | Readonly<{ verb: "export"; out: string; isForced: boolean }>
    | Readonly<{ verb: "remove"; email: string }>
  );

export const newsletterCommand: Command = newCommand<CommandOptions>({
  name: "newsletter",
  summary: "list, export and remove subscribers of the newsletter",
  help: HELP,
  read: readArguments,
  work,
});

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, {
    limit: { type: "string" },
    out: { type: "string" },
    force: { type: "boolean" },
    json: { type: "boolean" },
  });
  if (!words) return null;
  const [verb = "", ...rest] = words.positionals;
  return requestedFor(`${verb} ${rest.length}`, words.values, rest[0] ?? "");
}

type Options = Readonly<{ limit?: string; out?: string; force?: boolean; json?: boolean }>;

function requestedFor(what: string, options: Options, email: string): CommandOptions | null {
  const { limit, out, force: isForced = false, json: isJson = false } = options;
  const count = countFrom(limit ?? "20", LIMIT_MAX);
  switch (what) {
    case "list 0":
      return count === null ? null : { verb: "list", limit: count, isJson };
    case "export 0":
      return out ? { verb: "export", out: resolve(out), isForced, isJson } : null;
    case "remove 1":
      return { verb: "remove", email, isJson };
    default:
      return null;
  }
}

function work(commandOptions: CommandOptions): Promise<Outcome> {
  switch (commandOptions.verb) {
    case "list":
      return list(commandOptions.limit);
    case "export":
      return write(commandOptions.out, commandOptions.isForced);
    case "remove":
      return remove(commandOptions.email);
  }
}

async function list(limit: number): Promise<Outcome> {
  const { countSubscriptions, listSubscribers } =
    await import("#app/models/newsletter/admin-subscriptions.server.ts");
  const [counts, subscribers] = [await countSubscriptions(), await listSubscribers(limit)];
  const sums = `${counts.subscribed} subscribed, ${counts.pending} awaiting confirmation, ${counts.unsubscribed} unsubscribed.`;
  const rows = subscribers.map((one) => [
    one.email,
    one.topics.join(", "),
    one.source,
    minuteOf(one.confirmedAt),
  ]);
  const table = rows.length === 0 ? "" : `\n\n${columns(["email", "topics", "source", "confirmed"], rows)}`;
  return { isDone: true, words: `${sums}${table}`, data: { counts, subscribers } };
}

async function write(out: string, isForced: boolean): Promise<Outcome> {
  if (existsSync(out) && !isForced) {
    const words = `${out} is there already: add --force to replace it.`;
    return { isDone: false, words, data: { ok: false, message: words } };
  }
  const { exportSubscribers, subscriberColumns } =
    await import("#app/models/newsletter/admin-subscriptions.server.ts");
  const table = { columns: subscriberColumns({ hasNames: true }), batches: exportSubscribers() };
  const count = await writeCsv(out, table, () => undefined);
  const words = `${count} subscribers are in ${out}. The file holds personal data. Delete it when you no longer need it.`;
  return { isDone: true, words, data: { ok: true, file: out, rows: count, hasPersonalData: true } };
}

async function remove(email: string): Promise<Outcome> {
  const { removeSubscriber } = await import("#app/models/newsletter/admin-subscriptions.server.ts");
  const removed = await removeSubscriber(email, new Date());
  const words = removed.ok ? `${email} has been unsubscribed.` : `${email} is not subscribed.`;
  return { isDone: removed.ok, words, data: { ok: removed.ok, message: words } };
}
