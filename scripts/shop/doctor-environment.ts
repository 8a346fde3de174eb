import { readdir } from "node:fs/promises";
import { join } from "node:path";

import type { HealthLine } from "#app/models/health/health.ts";

export async function privacyCheck(): Promise<HealthLine> {
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

/** An order that changes meanwhile looks wrong once only. */
export async function sumsCheck(): Promise<HealthLine> {
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
