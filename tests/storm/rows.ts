/** Every row that is provoked in a built shop, in the order in which they are run. */
import type { Engine } from "./engine.ts";
import { CHECKOUT_ROWS } from "./rows-checkout.ts";
import { CLUSTER_ROWS } from "./rows-cluster.ts";
import { CRASH_ROWS } from "./rows-crash.ts";
import { DISK_ROWS } from "./rows-disk.ts";
import { FAILOVER_ROWS } from "./rows-failover.ts";
import { FLASH_ROWS } from "./rows-flash.ts";
import { GUARD_ROWS } from "./rows-guard.ts";
import { NEIGHBOUR_ROWS } from "./rows-neighbours.ts";
import { NOTIFIED_ROWS } from "./rows-outbound.ts";
import { PAYMENT_ROWS } from "./rows-payment.ts";
import { POOL_ROWS } from "./rows-pool.ts";
import { SERVER_ROWS } from "./rows-server.ts";
import { SOAK_ROWS } from "./rows-soak.ts";
import { STOCK_ROWS } from "./rows-stock.ts";
import { TABS_ROWS } from "./rows-tabs.ts";
import { WAITING_ROWS } from "./rows-waiting.ts";
import type { StormRow } from "./row.ts";

export const ROWS: ReadonlyArray<StormRow> = [
  ...STOCK_ROWS,
  ...CHECKOUT_ROWS,
  ...PAYMENT_ROWS,
  ...TABS_ROWS,
  ...WAITING_ROWS,
  ...CRASH_ROWS,
  ...DISK_ROWS,
  ...SERVER_ROWS,
  ...GUARD_ROWS,
  ...POOL_ROWS,
  ...FLASH_ROWS,
  ...CLUSTER_ROWS,
  ...FAILOVER_ROWS,
  ...SOAK_ROWS,
  ...NEIGHBOUR_ROWS,
  ...NOTIFIED_ROWS,
];

/** Rows of the short form: what a change is most likely to break, and what differs between the engines. */
export const SHORT_ROWS: Readonly<Record<Engine, ReadonlyArray<string>>> = {
  sqlite: ["R-02", "R-12", "P-03", "P-08", "D-15"],
  postgres: ["R-01", "R-07", "R-14", "P-03", "D-13", "F-01", "F-02"],
};

/** Names by which rows can be asked for: `npm run storm -- flash-sale`. */
export const NAMED_ROWS: Readonly<Record<string, ReadonlyArray<string>>> = {
  "flash-sale": ["D-15"],
  soak: ["D-17"],
};
