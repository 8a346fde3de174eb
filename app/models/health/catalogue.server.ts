import { listVisibleWithoutContacts } from "#app/models/catalogue/product-safety.server.ts";
import { findContentState } from "#app/models/content/content.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import type { HealthLine } from "./health.ts";

const MINUTE_MS = 60_000;
/** Age of the copy: a running shop asks once a minute. */
const OLD_COPY_MINUTES = 30;

const NAMED_MAX = 5;
const COUNTED_MAX = 1_000;

const CHECK_CONTENT = "npm run shop -- content check";

export async function productSafetyLines(): Promise<ReadonlyArray<HealthLine>> {
  const { law } = await findStore();
  if (!law.hasProductSafety) return [];
  const what = "product safety";
  const found = await listVisibleWithoutContacts(COUNTED_MAX);
  if (found.length === 0) return [{ what, verdict: "ok", words: "every product names its safety contacts" }];
  const named = found
    .slice(0, NAMED_MAX)
    .map(({ sku, name, missing }) => `${name} (${sku}) without ${missing.join(", ")}`);
  const count = found.length < COUNTED_MAX ? String(found.length) : `at least ${COUNTED_MAX}`;
  const more = found.length > NAMED_MAX ? "; …" : "";
  const words = `${count} not sold to the EU and Northern Ireland: ${named.join("; ")}${more}`;
  return [{ what, verdict: "warn", words }];
}

export async function contentLine(now: Date): Promise<HealthLine> {
  const what = "content";
  try {
    const { source, articles, pages, confirmedAt, isCurrent, problems } = await findContentState();
    const counts = `${articles} articles and ${pages} pages of ${source}`;
    if (confirmedAt === null)
      return isCurrent
        ? { what, verdict: "ok", words: counts }
        : { what, verdict: "warn", words: `there is no copy of ${source} yet`, remedy: CHECK_CONTENT };
    const minutes = Math.floor((now.getTime() - Date.parse(confirmedAt)) / MINUTE_MS);
    const words = `${counts}, read ${minutes} minutes ago`;
    if (!isCurrent) return { what, verdict: "fail", words: `${words}: these pages answer 503` };
    const doubts = [
      ...(minutes >= OLD_COPY_MINUTES ? ["does the server answer?"] : []),
      ...(problems.length > 0 ? [`${problems.length} left out`] : []),
    ];
    return {
      ...{ what, verdict: doubts.length > 0 ? "warn" : "ok", words: [words, ...doubts].join(", ") },
      ...(problems.length > 0 ? { remedy: CHECK_CONTENT } : {}),
    };
  } catch (error) {
    return { what, verdict: "fail", words: error instanceof Error ? error.message : String(error) };
  }
}
