import type { JobStatus, ListedJob, Retried } from "#app/models/jobs/list.server.ts";

import {
  columns,
  type Command,
  countFrom,
  minuteOf,
  newCommand,
  type Outcome,
  readWords,
} from "./command.ts";

const LIMIT_MAX = 10_000;

const JOBS_HELP = `Usage: npm run shop -- jobs list [--status <status>] [--kind <kind>] [--limit <number>] [--json]
       npm run shop -- jobs failed [--kind <kind>] [--limit <number>] [--json]
       npm run shop -- jobs retry <id or key> … [--json]
       npm run shop -- jobs retry --dead [--kind <kind>] [--json]

The shop's background work: emails, refunds, webhooks. A job that fails is tried again for more than a day. After
that it has failed for good ("dead") and waits here until you retry it.

  list       jobs that wait or run, the newest first
    --status   waiting, running, done or dead instead
    --limit    show at most this many, default 50
  failed     jobs that have failed, and why
  retry      retry these at once, or with --dead all that have failed. The running shop does it
  --kind     of this kind only, such as order-refund
  --json     print the result as JSON
  --help     this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

const EMAILS_HELP = `Usage: npm run shop -- emails list [--status <status>] [--limit <number>] [--json]
       npm run shop -- emails retry <id or key> … [--json]
       npm run shop -- emails retry --dead [--json]

Emails that wait to be sent, were sent or have failed. No addresses are shown.

  list       emails that wait, are being sent or have failed, the newest first
    --status   waiting, running, done or dead instead
    --limit    show at most this many, default 50
  retry      retry these at once, or with --dead all that have failed. An email that was sent is not sent again
  --json     print the result as JSON
  --help     this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

export const jobsCommand: Command = newCommand({
  name: "jobs",
  summary: "list background jobs, including failed ones, and retry them",
  help: JOBS_HELP,
  read: (args) => readArguments(args, "jobs"),
  work,
});

export const emailsCommand: Command = newCommand({
  name: "emails",
  summary: "list queued and failed emails, and retry them",
  help: EMAILS_HELP,
  read: (args) => readArguments(args, "emails"),
  work,
});

type Scope = Readonly<{ noun: "jobs" | "emails"; kind: string | null; isJson: boolean }>;
type CommandOptions = Scope &
  (
    | Readonly<{ verb: "list"; statuses: ReadonlyArray<JobStatus>; limit: number }>
    | Readonly<{ verb: "retry"; names: ReadonlyArray<string> }>
    | Readonly<{ verb: "retry-dead" }>
  );

const OPTIONS = {
  json: { type: "boolean" },
  status: { type: "string" },
  limit: { type: "string" },
  kind: { type: "string" },
  dead: { type: "boolean" },
} as const;

async function readArguments(
  args: ReadonlyArray<string>,
  noun: Scope["noun"],
): Promise<CommandOptions | null> {
  const words = readWords(args, OPTIONS);
  if (!words) return null;
  const { values, positionals } = words;
  const [verb, ...names] = positionals;
  const scope = { noun, kind: values.kind ?? null, isJson: values.json ?? false };
  if (noun === "emails" && scope.kind !== null) return null;
  if (verb === "retry") return retryArguments(scope, names, values);
  return names.length === 0 && !values.dead ? listVerb(scope, verb, values) : null;
}

async function listVerb(
  scope: Scope,
  verb: string | undefined,
  values: Values,
): Promise<CommandOptions | null> {
  if (verb === "list") return listArguments(scope, values);
  const isDead = verb === "failed" && scope.noun === "jobs" && values.status === undefined;
  return isDead ? listArguments(scope, { ...values, status: "dead" }) : null;
}

type Values = Readonly<{ status?: string; limit?: string; dead?: boolean }>;

async function listArguments(scope: Scope, values: Values): Promise<CommandOptions | null> {
  const { JOB_STATUSES } = await import("#app/models/jobs/list.server.ts");
  const limit = countFrom(values.limit ?? "50", LIMIT_MAX);
  const usual = scope.noun === "emails" ? ["waiting", "running", "dead"] : ["waiting", "running"];
  const requested = values.status === undefined ? usual : [values.status];
  const statuses = JOB_STATUSES.filter((status) => requested.includes(status));
  return limit && statuses.length > 0 ? { ...scope, verb: "list", statuses, limit } : null;
}

function retryArguments(
  scope: Scope,
  names: ReadonlyArray<string>,
  { status, limit, dead }: Values,
): CommandOptions | null {
  if (status !== undefined || limit !== undefined) return null;
  if (dead) return names.length === 0 ? { ...scope, verb: "retry-dead" } : null;
  return names.length > 0 && scope.kind === null ? { ...scope, verb: "retry", names } : null;
}

async function work(options: CommandOptions): Promise<Outcome> {
  const { listJobs, retryDead, retryNow } = await import("#app/models/jobs/list.server.ts");
  const kinds = await kindsOf(options);
  switch (options.verb) {
    case "list": {
      const jobs = await listJobs({ ...options, kinds });
      return { isDone: true, words: tableOf(jobs, options.noun), data: jobs };
    }
    case "retry-dead": {
      const count = await retryDead(kinds, new Date());
      const what = options.noun === "emails" ? "email" : "job";
      const words =
        count === 0
          ? `No ${what}s have failed.`
          : `${count} ${what}${count === 1 ? " is" : "s are"} tried again.`;
      return { isDone: true, words, data: { retried: count } };
    }
    case "retry": {
      const retried = [];
      for (const name of options.names) retried.push(await retryNow(name, { kinds }, new Date()));
      const isDone = retried.every(({ outcome }) => outcome === "queued");
      return { isDone, words: retried.map(wordsOf).join("\n"), data: retried };
    }
  }
}

async function kindsOf({ noun, kind }: Scope): Promise<ReadonlyArray<string> | null> {
  if (noun === "emails") return (await import("#app/models/jobs/job.ts")).emailKinds();
  return kind === null ? null : [kind];
}

function tableOf(jobs: ReadonlyArray<ListedJob>, noun: Scope["noun"]): string {
  if (jobs.length === 0) return noun === "emails" ? "No such emails." : "No such jobs.";
  return columns(
    ["id", "kind", "status", "tries", "since", "next try", "about", "last failure"],
    jobs.map((job) => [
      job.id,
      job.kind,
      job.status,
      job.tries,
      minuteOf(job.createdAt),
      job.status === "waiting" ? minuteOf(job.runAt) : "",
      job.key,
      job.lastError ?? "",
    ]),
  );
}

const WORDS = {
  queued: "is tried at once.",
  waiting: "waits to be tried already.",
  done: "is already done and was not repeated.",
  running: "is being tried right now.",
  "not-found": "does not exist.",
} as const;

function wordsOf({ name, outcome }: Retried): string {
  return `${name} ${WORDS[outcome]}`;
}
