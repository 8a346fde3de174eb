/** D-16: addresses and senders that stall a server without a guard. */
import { rawRequest } from "#tests/support/people/raw-http.ts";
import {
  holdOpen,
  LONGEST_LET_IN,
  REFUSED_ADDRESSES,
  SLOW_HEAD,
  slowBody,
} from "#tests/support/people/slow-sender.ts";

import { timed } from "./checkout-driver.ts";
import { Breaks, type Measured, percentile, type Storm, type StormRow } from "./row.ts";

const SLOW_SOCKETS = 30;
/** The front server's limits on a request's head and on its body, and a second of grace. */
const HEAD_MAX_MS = 13_000;
const BODY_MAX_MS = 33_000;
/** For an answer to anybody else, and to an address that is refused or let through. */
const ANSWER_MAX_MS = 1_000;

async function slowAndLong(storm: Storm): Promise<Measured> {
  const { shop } = await storm.shared();
  const host = `localhost:${shop.port}`;
  let isOn = true;
  const borne = Promise.all([
    holdOpen({ port: shop.port, count: SLOW_SOCKETS, ...SLOW_HEAD }),
    holdOpen({ port: shop.port, count: SLOW_SOCKETS, ...slowBody(host) }),
  ]).finally(() => (isOn = false));
  const ask = (path: string) =>
    timed(() => rawRequest(shop.port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
  const refused: Array<number> = [];
  const others: Array<number> = [];
  const breaks = new Breaks();
  while (isOn) {
    for (const [name, path] of REFUSED_ADDRESSES) {
      const { ms, value } = await ask(path);
      refused.push(ms);
      breaks.unless([400, 414].includes(value.status), `${name}: ${value.status}`);
    }
    for (const path of [...LONGEST_LET_IN, "/robots.txt"]) others.push((await ask(path)).ms);
  }

  const [heads, bodies] = (await borne).map((times) => Math.round(Math.max(...times)));
  const [slowestRefused, slowestOther] = [refused, others].map((times) => percentile(times, 0.99));
  breaks.unless((heads ?? 0) < HEAD_MAX_MS, `a slow head was borne for ${heads} ms`);
  breaks.unless((bodies ?? 0) < BODY_MAX_MS, `a slow body was borne for ${bodies} ms`);
  breaks.unless((slowestRefused ?? 0) < ANSWER_MAX_MS, `a refusal took ${slowestRefused} ms`);
  breaks.unless((slowestOther ?? 0) < ANSWER_MAX_MS, `an answer took ${slowestOther} ms`);
  return breaks.measured(
    `heads cut after ${heads} ms, bodies after ${bodies} ms; ${refused.length} refusals p99 ${slowestRefused} ms, ` +
      `${others.length} answers p99 ${slowestOther} ms`,
  );
}

export const GUARD_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "D-16",
    hazard: "30 slow heads and 30 slow bodies, addresses that stall a table of routes",
    passes: "heads cut in 13 s, bodies in 33 s, every answer p99 1 s",
    engines: ["sqlite"],
    limitSeconds: 90,
    run: slowAndLong,
  },
];
