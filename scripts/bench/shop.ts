/** The shop beside the ceilings: which rows there are, in groups, and who is asked for them. */
import { addToBasket } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";

import { barsOf, postgresBarsOf } from "./bars.ts";
import { measureCluster } from "./cluster.ts";
import { digits, type FigureRow, spreadText } from "./figure.ts";
import { type LoadClient, startLoadClient } from "./load.ts";
import { measureAllMemory, measureMemory, measureStart } from "./long-run.ts";
import { measure, type Measured, type BenchPace, type Target } from "./measure.ts";
import { measurePostgres } from "./postgres.ts";
import { type Ceilings, openCeilings, openShopStack, type ShopStack } from "./stack.ts";
import { ceilingTargets, coldTargets, HOT_PAGES, hotTargets } from "./targets-pages.ts";
import { type Crowd, stockUp, writeTargets } from "./targets-writes.ts";

export const GROUPS = ["hot", "cold", "writes", "memory", "start", "postgres", "cluster"] as const;
export type Group = (typeof GROUPS)[number];

/** A table of the report; `note` says why there are no rows. */
export type Section = Readonly<{
  title: string;
  heads: ReadonlyArray<string>;
  rows: ReadonlyArray<FigureRow>;
  note?: string;
}>;

type Order = Readonly<{
  groups: ReadonlyArray<Group>;
  pace: BenchPace;
  isQuick: boolean;
  say: (line: string) => void;
}>;

const REQUESTS = { full: 100_000, quick: 5_000 };
const CROWD: Readonly<Record<"full" | "quick", Crowd>> = {
  full: { baskets: 200, tills: 60 },
  quick: { baskets: 40, tills: 10 },
};
const START_ROUNDS = { full: 5, quick: 1 };
/** Two processes are asked by enough visitors to keep both busy. */
const CLUSTER_CONNECTIONS = 8;
const CLUSTER_ROUNDS = 3;
const REQUEST_HEADS = ["request", "CPU, ms (min–max)", "p50, ms", "p99, ms (min–max)", "requests a second"];

/** All tables of the requested groups. */
export async function measureShop(order: Order): Promise<ReadonlyArray<Section>> {
  const { groups, isQuick, pace, say } = order;
  const client = startLoadClient();
  const size = isQuick ? "quick" : "full";
  const has = (group: Group) => groups.includes(group);
  try {
    const sections: Array<Section> = [];
    if (has("hot") || has("cold") || has("writes"))
      sections.push(requestSection(await measureRequests(client, order)));
    const held: Array<FigureRow> = [];
    if (has("memory"))
      held.push(await memoryRow(client, REQUESTS[size], say), await measureAllMemory(client));
    if (has("start")) {
      say("start");
      held.push(...(await measureStart(START_ROUNDS[size])));
    }
    if (held.length > 0)
      sections.push({ title: "Memory and start", heads: ["what", "figure", ""], rows: held });
    if (has("postgres")) sections.push(await postgresSection(client, CROWD[size], { pace, say }));
    if (has("cluster")) sections.push(await clusterSection(client, pace, say));
    return sections;
  } finally {
    client.stop();
  }
}

async function measureRequests(
  client: LoadClient,
  { groups, pace, isQuick, say }: Order,
): Promise<ReadonlyMap<string, Measured>> {
  const stack = await openShopStack("shop");
  let ceilings: Ceilings | null = null;
  try {
    const variants = stockUp(stack);
    ceilings = await openCeilings(stack.shop, HOT_PAGES);
    const targets: Array<Target> = [...ceilingTargets(ceilings)];
    if (groups.includes("hot")) targets.push(...hotTargets(stack, await basketCookie(stack, variants)));
    if (groups.includes("cold")) targets.push(...coldTargets(stack));
    if (groups.includes("writes"))
      targets.push(...writeTargets(stack, variants, CROWD[isQuick ? "quick" : "full"]));
    return await measure(client, targets, { pace, say });
  } finally {
    ceilings?.stop();
    await stack.shop.stop();
  }
}

/** The cookies of somebody with two things in the basket. */
async function basketCookie({ shop }: ShopStack, variants: ReadonlyArray<number>): Promise<string> {
  const shopper = new Shopper(shop.origin);
  await addToBasket(shopper, variants[0] ?? 0, 2);
  return shopper.cookieHeader();
}

function requestSection(
  measured: ReadonlyMap<string, Measured>,
  { title, bars }: Readonly<{ title: string; bars: typeof barsOf }> = { title: "Requests", bars: barsOf },
): Section {
  const rows = [...measured].map(([name, { cpu, p50, p99, perSecond }]) => ({
    name,
    cells: [spreadText(cpu), digits(p50.median), spreadText(p99), digits(perSecond.median)],
    bars: bars(name, measured),
  }));
  return { title, heads: REQUEST_HEADS, rows };
}

async function postgresSection(
  client: LoadClient,
  crowd: Crowd,
  options: Pick<Order, "pace" | "say">,
): Promise<Section> {
  options.say("one process on PostgreSQL");
  const title = "Requests on PostgreSQL, one process";
  const measured = await measurePostgres(client, crowd, options);
  return measured
    ? requestSection(measured, { title, bars: postgresBarsOf })
    : { title, heads: REQUEST_HEADS, rows: [], note: "Left out: no PostgreSQL server answers." };
}

async function memoryRow(
  client: LoadClient,
  requests: number,
  say: (line: string) => void,
): Promise<FigureRow> {
  say(`memory, ${requests} requests`);
  const stack = await openShopStack("shop");
  try {
    const cookie = await basketCookie(stack, stockUp(stack));
    return await measureMemory(client, stack, { requests, cookie });
  } finally {
    await stack.shop.stop();
  }
}

async function clusterSection(
  client: LoadClient,
  pace: BenchPace,
  say: (line: string) => void,
): Promise<Section> {
  say("one and two processes on PostgreSQL behind nginx");
  const rounds = Math.min(pace.rounds, CLUSTER_ROUNDS);
  const outcome = await measureCluster(client, { ...pace, rounds, connections: CLUSTER_CONNECTIONS }, say);
  const title = "Two processes on PostgreSQL behind nginx";
  const heads = ["request", "one process", "two", "times"];
  return typeof outcome === "string"
    ? { title, heads, rows: [], note: `Left out: ${outcome}.` }
    : { title, heads, rows: outcome };
}
