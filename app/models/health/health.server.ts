import { statfs } from "node:fs/promises";

import { lastBackupAt } from "#app/db/last-backup.server.ts";
import { vitalsReport } from "#app/models/analytics/web-vitals.server.ts";
import { isGood, VITALS } from "#app/models/analytics/web-vitals.ts";
import { queueState } from "#app/models/jobs/list.server.ts";
import { failureText } from "#app/models/jobs/job.ts";
import { countOverdueOrders } from "#app/models/order/expire-pending-orders.server.ts";
import { paths } from "#app/paths.ts";
import { payments } from "#app/services/payment/payment.server.ts";
import { searchIndexState } from "#app/models/search/index-state.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { statusOf } from "#app/services/outgoing/outgoing-error.ts";
import { isKeyRefusal, whileProbing } from "#app/services/outgoing/service-answers.server.ts";
import { ping } from "#app/services/outgoing/ping.server.ts";

import { authenticatorLine } from "./accounts.server.ts";
import { contentLine, productSafetyLines } from "./catalogue.server.ts";
import { type HealthLine, type HealthSettings, nodeVerdict, settingsLine } from "./health.ts";
import { refusalEffect, UNDELIVERED } from "./service-refusal.ts";
import { listServiceRefusals } from "./service-refusals.server.ts";
import { textClaimLines } from "./text-claims.server.ts";

const MEGABYTE = 1_000_000;
/** Bytes, below which to look, and below which writing will soon fail. */
const LITTLE_SPACE = 1_000 * MEGABYTE;
const NO_SPACE = 100 * MEGABYTE;
const MINUTE_MS = 60_000;
/** Until somebody should look, and until nobody seems to work. */
const SLOW_MINUTES = 5;
const STUCK_MINUTES = 60;
/** How long an unpaid order may outlive its time. */
const STALE_MINUTES = 10;
const OLD_BACKUP_HOURS = 25;
const CONNECT_MS = 3_000;
const PROBE_MS = 5_000;
/** Days of the figures, and visits below which they say little. */
const VITALS_DAYS = 28;
const VITALS_LEAST = 20;

export function settingsLines(settings: HealthSettings, version: string | null): ReadonlyArray<HealthLine> {
  const node = process.versions.node;
  const { verdict, doubt } = nodeVerdict(node);
  const shop = version === null ? "" : `shop ${version}, `;
  return [settingsLine(settings), { what: "versions", verdict, words: `${shop}Node ${node}${doubt}` }];
}

/**
 * Services are waited for 8 seconds at most, all at once; `isSound` false: the database is away or of another version,
 * and what is in it is left out.
 */
export async function findHealth(
  settings: HealthSettings,
  { isSound, now }: Readonly<{ isSound: boolean; now: Date }>,
): Promise<ReadonlyArray<HealthLine>> {
  const lines = await Promise.all(
    [
      [diskLine(settings.dataDir)],
      settings.services.map(serviceLine),
      paymentEventLines(settings.origin),
      isSound
        ? [refusalLines(), searchIndexLines(now), contentLine(now), productSafetyLines(), textClaimLines()]
        : [],
      [analyticsLine(settings)],
      isSound ? [vitalsLine(now), queueLines(now), authenticatorLine()] : [],
      [backupLine(settings, now)],
    ].map(async (group) => Promise.all(group)),
  );
  return lines.flat(2);
}

async function diskLine(dataDir: string): Promise<HealthLine> {
  const found = await statfs(dataDir).catch(() => null);
  if (!found) return { what: "disk", verdict: "fail", words: `${dataDir} cannot be read` };
  const free = found.bavail * found.bsize;
  const verdict = free < NO_SPACE ? "fail" : free < LITTLE_SPACE ? "warn" : "ok";
  return { what: "disk", verdict, words: `${Math.round(free / MEGABYTE)} MB free for ${dataDir}` };
}

type Service = HealthSettings["services"][number];

async function serviceLine({ what, host, port, probe }: Service): Promise<HealthLine> {
  const isThere = await ping(host, port, CONNECT_MS);
  const place = `${host}:${port}`;
  if (!isThere) return { what, verdict: "fail", words: `${place} cannot be reached` };
  if (!probe) return { what, verdict: "ok", words: `${place} answers` };
  const problem = await probeProblem(probe);
  if (problem === null) return { what, verdict: "ok", words: `${place} answers and takes the shop’s key` };
  return { what, verdict: "fail", words: `${place} ${problem}` };
}

async function probeProblem(probe: () => Promise<unknown>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`gives no answer within ${PROBE_MS / 1_000} seconds`), PROBE_MS);
  });
  const read = whileProbing(probe).then(
    () => null,
    (error: unknown) => {
      const status = statusOf(error);
      const answer = isKeyRefusal(status) ? "refuses the shop’s key" : "answers";
      return status === null
        ? `gives no proper answer: ${failureText(error)}`
        : `${answer} with status ${status}`;
    },
  );
  try {
    return await Promise.race([read, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What was refused while the shop ran: a probe may read what a restricted key may. */
async function refusalLines(): Promise<ReadonlyArray<HealthLine>> {
  const [refusals, store] = await Promise.all([listServiceRefusals(), findStore()]);
  return refusals.map((refusal) => {
    const { service, status, refusals: times, calls, since } = refusal;
    const when = `since ${dateTimeText(since, store)}, ${times} times`;
    const effect = refusalEffect(refusal);
    if (service === UNDELIVERED)
      return { what: service, verdict: "fail", words: `not delivered: found ${when}. ${effect}` };
    return {
      what: `${service}: refused`,
      verdict: "fail",
      words: `status ${status} ${when} (${calls.join(", ")}). ${effect}`,
    };
  });
}

/** Changes that the search's engine has not taken, and products that it does not take. */
async function searchIndexLines(now: Date): Promise<ReadonlyArray<HealthLine>> {
  const what = "search index";
  const { behindSince, failure, refused } = await searchIndexState();
  const minutes = behindSince ? Math.floor((now.getTime() - Date.parse(behindSince)) / MINUTE_MS) : 0;
  const behind: ReadonlyArray<HealthLine> =
    behindSince && minutes >= SLOW_MINUTES
      ? [
          {
            what,
            verdict: minutes >= STUCK_MINUTES ? "fail" : "warn",
            words: `behind since ${dateTimeText(behindSince, await findStore())}: ${failure ?? "no reason is known"}`,
          },
        ]
      : [];
  const names = refused.map(({ id, name }) => `${id} ${name}`).join(", ");
  return [
    ...behind,
    ...(refused.length === 0
      ? []
      : [{ what, verdict: "warn", words: `the service refuses ${refused.length}: ${names}` } as const]),
  ];
}

/** Events that the endpoint lacks are never told, such as a dispute and its deadline. */
function paymentEventLines(origin: string): ReadonlyArray<Promise<HealthLine>> {
  const port = payments();
  if (!port.missingEvents) return [];
  const missing = whileProbing(
    async () => port.missingEvents?.(`${origin}${paths.paymentWebhook()}`) ?? null,
  );
  return [paymentEventLine(missing)];
}

async function paymentEventLine(events: Promise<ReadonlyArray<string> | null>): Promise<HealthLine> {
  const what = "payment events";
  try {
    const missing = await events;
    if (missing === null)
      return { what, verdict: "warn", words: "the provider has no endpoint with this shop’s address" };
    if (missing.length === 0) return { what, verdict: "ok", words: "the endpoint tells all of them" };
    const remedy = "add them to the webhook endpoint at the payment provider";
    return { what, verdict: "fail", words: `the endpoint does not tell ${missing.join(", ")}`, remedy };
  } catch {
    const remedy = "let the key read webhook endpoints, or compare the endpoint with README";
    return { what, verdict: "warn", words: "the endpoint cannot be read", remedy };
  }
}

/** A service that is away costs no sale: what was noted waits for it. */
async function analyticsLine({ analytics: { provider, server } }: HealthSettings): Promise<HealthLine> {
  const what = "analytics";
  if (server === null) {
    const words = provider === "off" ? "off: nothing is counted" : "embedded: counted here, sent nowhere";
    return { what, verdict: "ok", words };
  }
  const { verdict, words } = await serviceLine({ what, ...server });
  return { what, verdict: verdict === "ok" ? "ok" : "warn", words: `${provider}: ${words}` };
}

async function vitalsLine(now: Date): Promise<HealthLine> {
  const what = "page speed";
  const rows = await vitalsReport(VITALS_DAYS, now);
  if (rows.length === 0)
    return { what, verdict: "ok", words: `no visit was measured in ${VITALS_DAYS} days` };
  const slow = rows.filter(
    ({ count, values }) =>
      count >= VITALS_LEAST && VITALS.some((vital) => !isGood(vital, values[vital] ?? 0)),
  );
  const words = rows.map(({ pageKind, count, values }) => {
    const figures = VITALS.flatMap((vital) => {
      const value = values[vital];
      if (value === undefined) return [];
      return vital === "CLS" ? [`CLS ${value.toFixed(2)}`] : [`${vital} ${Math.round(value)} ms`];
    });
    return `${pageKind} ${figures.join(", ")} (${count})`;
  });
  const verdict = slow.length > 0 ? "warn" : "ok";
  return { what, verdict, words: `75th percentile of ${VITALS_DAYS} days: ${words.join("; ")}` };
}

async function queueLines(now: Date): Promise<ReadonlyArray<HealthLine>> {
  const { oldestDueAt, dead, deadRefunds } = await queueState(now);
  const overdue = await countOverdueOrders(new Date(now.getTime() - STALE_MINUTES * MINUTE_MS));
  const words =
    overdue > 0
      ? `${overdue} unpaid orders reserve stock past their time`
      : "none reserves stock past its time";
  return [
    lateLine(oldestDueAt, now),
    failedLine(dead, deadRefunds),
    { what: "orders", verdict: overdue > 0 ? "warn" : "ok", words },
  ];
}

function lateLine(oldestDueAt: string | null, now: Date): HealthLine {
  const late = oldestDueAt ? Math.floor((now.getTime() - Date.parse(oldestDueAt)) / MINUTE_MS) : 0;
  return {
    what: "jobs",
    verdict: late >= STUCK_MINUTES ? "fail" : late >= SLOW_MINUTES ? "warn" : "ok",
    words: late >= SLOW_MINUTES ? `one is ${late} minutes late: does the shop run?` : "none is late",
  };
}

function failedLine(dead: number, deadRefunds: number): HealthLine {
  const what = "failed jobs";
  if (dead === 0) return { what, verdict: "ok", words: "none" };
  return {
    what,
    verdict: deadRefunds > 0 ? "fail" : "warn",
    words: `${dead} failed, ${deadRefunds} of them refunds`,
    remedy: "npm run shop -- jobs failed, then jobs retry",
  };
}

async function backupLine({ isHttps }: HealthSettings, now: Date): Promise<HealthLine> {
  const what = "backup";
  const at = await lastBackupAt();
  if (!at) return { what, verdict: isHttps ? "warn" : "ok", words: "no backup found" };
  const hours = Math.floor((now.getTime() - Date.parse(at)) / (60 * MINUTE_MS));
  return { what, verdict: hours >= OLD_BACKUP_HOURS ? "warn" : "ok", words: `${hours} hours old` };
}
