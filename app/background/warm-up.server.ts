import { setTimeout as sleep } from "node:timers/promises";

import { isDatabaseThere } from "#app/models/platform/catalogue-version.server.ts";
import { findProducts } from "#app/models/search/search.server.ts";

const ASK_AGAIN_MS = 500;
const WARM_MAX_MS = 10_000;
/** Any word: it is the index that counts. */
const WORD = "wooden";

/** Waits for the database as long as it takes, for the rest at most WARM_MAX_MS. Never rejects. */
export async function warmUp(): Promise<void> {
  while (!(await isDatabaseThere())) await sleep(ASK_AGAIN_MS, undefined, { ref: false });
  const search = findProducts(WORD).catch(() => undefined);
  await Promise.race([search, sleep(WARM_MAX_MS, undefined, { ref: false })]);
}
