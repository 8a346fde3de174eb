/** What the doctor looks at around the shop: disk, outside services, what waits too long, backups. */
import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";

import type { Check } from "./doctor-checks.ts";

const MEGABYTE = 1_000_000;
/** Free space below which to look, and below which writing will soon fail, in bytes. */
const LITTLE_SPACE = 1_000 * MEGABYTE;
const NO_SPACE = 100 * MEGABYTE;
const MINUTE_MS = 60_000;
/** How long a due job may wait until somebody should look, and until nobody seems to work, in minutes. */
const SLOW_MINUTES = 5;
const STUCK_MINUTES = 60;
/** How long an unpaid order may outlive its time, in minutes. */
const STALE_MINUTES = 10;
/** Age of a backup after which to take one, in hours. */
const OLD_BACKUP_HOURS = 25;
const CONNECT_MS = 3_000;

export async function diskCheck(): Promise<Check> {
  const { config } = await import("#app/config.server.ts");
  const found = await statfs(config.dataDir).catch(() => null);
  if (!found) return { what: "disk", verdict: "fail", words: `${config.dataDir} cannot be read` };
  const free = found.bavail * found.bsize;
  const verdict = free < NO_SPACE ? "fail" : free < LITTLE_SPACE ? "warn" : "ok";
  return { what: "disk", verdict, words: `${Math.round(free / MEGABYTE)} MB free for ${config.dataDir}` };
}

/** Whether anything in the data folder, or the folder itself, can be opened by other users of the machine. */
export async function privacyCheck(): Promise<Check> {
  const { config } = await import("#app/config.server.ts");
  const { isOpenToOthers, openToOthers } = await import("#app/config/private-files.server.ts");
  const what = "data folder";
  if (isOpenToOthers(config.dataDir)) return { what, verdict: "warn", words: openToOthers(config.dataDir) };
  const entries = await readdir(config.dataDir, { recursive: true, withFileTypes: true });
  const open = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isOpenToOthers);
  if (open.length === 0) return { what, verdict: "ok", words: "for the shop's user alone" };
  const words = `${open.length} in it have permissions for others, such as ${open[0]}: chmod -R go= ${config.dataDir}`;
  return { what, verdict: "warn", words };
}

type Service = Readonly<{ what: string; url: URL }>;

/** Whether the configured port accepts connections; no request is sent, and no key is tried. */
export async function serviceChecks(): Promise<ReadonlyArray<Check>> {
  const { ping } = await import("#app/services/outgoing/ping.server.ts");
  return Promise.all(
    (await services()).map(async ({ what, url }): Promise<Check> => {
      const host = url.hostname.replace(/^\[|\]$/g, "");
      const isThere = await ping(host, portOf(url), CONNECT_MS);
      const words = `${url.hostname}:${portOf(url)} ${isThere ? "answers" : "cannot be reached"}`;
      return { what, verdict: isThere ? "ok" : "fail", words };
    }),
  );
}

async function services(): Promise<ReadonlyArray<Service>> {
  const { config } = await import("#app/config.server.ts");
  const { search, smtpUrl, payment, images, content, marketing } = config;
  const known = [
    ["payments", payment.provider === "stripe" ? payment.apiBase : null],
    ["email", smtpUrl],
    ["search", search.provider === "embedded" ? null : searchUrl(search)],
    ["content", content.provider === "strapi" ? content.url : null],
    ["marketing", marketing.provider === "embedded" ? null : marketing.apiBase],
    ["images", images.origin],
    ...images.remoteOrigins.map((origin) => ["images", origin] as const),
  ] as const;
  return known.flatMap(([what, address]) => (address ? [{ what, url: new URL(address) }] : []));
}

function searchUrl(search: Readonly<{ url: string | null; appId?: string }>): string {
  return search.url ?? `https://${search.appId ?? ""}-dsn.algolia.net`;
}

const PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "smtp:": 587, "smtps:": 465 };

function portOf(url: URL): number {
  return Number(url.port) || (PORTS[url.protocol] ?? 443);
}

export async function queueChecks(now: Date): Promise<ReadonlyArray<Check>> {
  const { queueState } = await import("#app/models/jobs/list.server.ts");
  const { countOverdueOrders } = await import("#app/models/order/expire-pending-orders.server.ts");
  const { oldestDueAt, dead, deadRefunds } = await queueState(now);
  const late = oldestDueAt ? Math.floor((now.getTime() - Date.parse(oldestDueAt)) / MINUTE_MS) : 0;
  const overdue = await countOverdueOrders(new Date(now.getTime() - STALE_MINUTES * MINUTE_MS));
  return [
    {
      what: "jobs",
      verdict: late >= STUCK_MINUTES ? "fail" : late >= SLOW_MINUTES ? "warn" : "ok",
      words: late >= SLOW_MINUTES ? `one is ${late} minutes late: does the shop run?` : "none is late",
    },
    {
      what: "failed jobs",
      verdict: deadRefunds > 0 ? "fail" : dead > 0 ? "warn" : "ok",
      words:
        dead === 0
          ? "none"
          : `${dead} failed, ${deadRefunds} of them refunds: npm run shop -- jobs failed, then jobs retry`,
    },
    {
      what: "orders",
      verdict: overdue > 0 ? "warn" : "ok",
      words:
        overdue > 0
          ? `${overdue} unpaid orders reserve stock past their time`
          : "none reserves stock past its time",
    },
  ];
}

/** Whether orders, money and stock add up. An order that changes meanwhile looks wrong once only. */
export async function sumsCheck(): Promise<Check> {
  const { db } = await import("#app/db/db.server.ts");
  const { findBreaks } = await import("#app/models/order/invariants/invariants.server.ts");
  const first = await findBreaks(db());
  const again = first.length === 0 ? [] : await findBreaks(db());
  const broken = again.filter(({ invariant, id }) =>
    first.some((one) => one.invariant === invariant && one.id === id),
  );
  const [one] = broken;
  if (!one) return { what: "sums", verdict: "ok", words: "orders, money and stock add up" };
  const more = broken.length > 1 ? `, and ${broken.length - 1} more` : "";
  return { what: "sums", verdict: "fail", words: `not true: ${one.invariant} (${one.id})${more}` };
}

/** Who counts visits. A service that is away costs no sale: what was noted waits for it. */
export async function analyticsCheck(): Promise<Check> {
  const { config } = await import("#app/config.server.ts");
  const settings = config.analytics;
  if (!("host" in settings)) {
    const words =
      settings.provider === "off" ? "off: nothing is counted" : "embedded: counted here, sent nowhere";
    return { what: "analytics", verdict: "ok", words };
  }
  const { ping } = await import("#app/services/outgoing/ping.server.ts");
  const url = new URL(settings.host);
  const isThere = await ping(url.hostname.replace(/^\[|\]$/g, ""), portOf(url), CONNECT_MS);
  const words = `${settings.provider}: ${url.hostname}:${portOf(url)} ${isThere ? "answers" : "cannot be reached"}`;
  return { what: "analytics", verdict: isThere ? "ok" : "warn", words };
}

/** Days that the figures of real visits are of, and visits below which they say little. */
const VITALS_DAYS = 28;
const VITALS_LEAST = 20;

/** 75th percentiles of real visits, by kind of page. */
export async function vitalsCheck(now: Date): Promise<Check> {
  const { vitalsReport } = await import("#app/models/analytics/web-vitals.server.ts");
  const { isGood, VITALS } = await import("#app/models/analytics/web-vitals.ts");
  const rows = await vitalsReport(VITALS_DAYS, now);
  if (rows.length === 0)
    return { what: "page speed", verdict: "ok", words: `no visit was measured in ${VITALS_DAYS} days` };
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
  return {
    what: "page speed",
    verdict,
    words: `75th percentile of ${VITALS_DAYS} days: ${words.join("; ")}`,
  };
}

export async function backupCheck(now: Date): Promise<Check> {
  const { config } = await import("#app/config.server.ts");
  const { lastBackupAt } = await import("#app/db/backup.server.ts");
  const at = await lastBackupAt();
  // A shop for trying out may go without.
  if (!at) return { what: "backup", verdict: config.isHttps ? "warn" : "ok", words: "no backup found" };
  const hours = Math.floor((now.getTime() - Date.parse(at)) / (60 * MINUTE_MS));
  return { what: "backup", verdict: hours >= OLD_BACKUP_HOURS ? "warn" : "ok", words: `${hours} hours old` };
}
