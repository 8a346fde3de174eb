import { z } from "zod";

import type { JobStatus, ListedJob, Retried } from "#app/models/jobs/list.server.ts";

import { columns, type Command, minuteOf, type Outcome } from "./command.ts";
import { choiceSchema, flagSchema, limitOf, verb, verbsCommand } from "./verbs.ts";

const LIMIT = { limit: limitOf(50, 10_000) };
const KIND = { kind: z.string().optional().describe("of this kind only, such as order-refund") };
const STATUS = {
  status: choiceSchema<JobStatus>(["waiting", "running", "done", "dead"])
    .optional()
    .describe("waiting, running, done or dead instead"),
};
const NAMES = { idOrKey: z.array(z.string()) };
const DEAD = { dead: flagSchema("all that have failed") };

export const jobsCommand: Command = verbsCommand({
  name: "jobs",
  summary: "list background jobs, including failed ones, and retry them",
  about:
    "The shop's background work: emails, refunds, webhooks. A job that fails is tried again for more than a day. After " +
    'that it has failed for good ("dead") and waits here until you retry it.',
  verbs: {
    list: verb({
      about: "jobs that wait or run, the newest first",
      options: { ...STATUS, ...KIND, ...LIMIT },
      run: ({ status, kind, limit }) =>
        list("job", { statuses: status ? [status] : ["waiting", "running"], kinds: kindsOf(kind), limit }),
    }),
    failed: verb({
      about: "jobs that have failed, and why",
      options: { ...KIND, ...LIMIT },
      run: ({ kind, limit }) => list("job", { statuses: ["dead"], kinds: kindsOf(kind), limit }),
    }),
    retry: verb({
      about: "retry these at once, or with --dead all that have failed. The running shop does it",
      words: NAMES,
      options: { ...DEAD, ...KIND },
      check: ({ idOrKey, dead, kind }) =>
        kind !== undefined && !dead ? "Use --kind with --dead." : unclear(idOrKey, dead),
      run: ({ idOrKey, dead, kind }) =>
        dead ? retryAll("job", kindsOf(kind)) : retry(idOrKey, kindsOf(kind)),
    }),
  },
});

export const emailsCommand: Command = verbsCommand({
  name: "emails",
  summary: "list queued and failed emails, and retry them",
  about: "Emails that wait to be sent, were sent or have failed. No addresses are shown.",
  verbs: {
    list: verb({
      about: "emails that wait, are being sent or have failed, the newest first",
      options: { ...STATUS, ...LIMIT },
      run: async ({ status, limit }) => {
        const statuses: ReadonlyArray<JobStatus> = status ? [status] : ["waiting", "running", "dead"];
        return list("email", { statuses, kinds: await emailKinds(), limit });
      },
    }),
    retry: verb({
      about:
        "retry these at once, or with --dead all that have failed. An email that was sent is not sent again",
      words: NAMES,
      options: DEAD,
      check: ({ idOrKey, dead }) => unclear(idOrKey, dead),
      run: async ({ idOrKey, dead }) =>
        dead ? retryAll("email", await emailKinds()) : retry(idOrKey, await emailKinds()),
    }),
  },
});

type Noun = "job" | "email";
type Kinds = ReadonlyArray<string> | null;

function unclear(names: ReadonlyArray<string>, isDead: boolean): string | null {
  return names.length > 0 === isDead ? "Name one or more, or use --dead." : null;
}

function kindsOf(kind: string | undefined): Kinds {
  return kind === undefined ? null : [kind];
}

async function emailKinds(): Promise<Kinds> {
  return (await import("#app/models/jobs/job.ts")).emailKinds();
}

type Listed = Readonly<{ statuses: ReadonlyArray<JobStatus>; kinds: Kinds; limit: number }>;

async function list(noun: Noun, listed: Listed): Promise<Outcome> {
  const { listJobs } = await import("#app/models/jobs/list.server.ts");
  const jobs = await listJobs(listed);
  return { isDone: true, words: tableOf(jobs, noun), data: jobs };
}

async function retryAll(noun: Noun, kinds: Kinds): Promise<Outcome> {
  const { retryDead } = await import("#app/models/jobs/list.server.ts");
  const count = await retryDead(kinds, new Date());
  const words =
    count === 0
      ? `No ${noun}s have failed.`
      : `${count} ${noun}${count === 1 ? " is" : "s are"} tried again.`;
  return { isDone: true, words, data: { retried: count } };
}

async function retry(names: ReadonlyArray<string>, kinds: Kinds): Promise<Outcome> {
  const { retryNow } = await import("#app/models/jobs/list.server.ts");
  const retried = [];
  for (const name of names) retried.push(await retryNow(name, { kinds }, new Date()));
  const isDone = retried.every(({ outcome }) => outcome === "queued");
  return { isDone, words: retried.map(wordsOf).join("\n"), data: retried };
}

function tableOf(jobs: ReadonlyArray<ListedJob>, noun: Noun): string {
  if (jobs.length === 0) return `No such ${noun}s.`;
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
