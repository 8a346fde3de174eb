/** Those who send slowly or send what stalls a server: for the front server's tests and for the storm, which measures. */
import { connect } from "node:net";

/** Between two drips of a slow sender. */
const DRIP_EVERY_MS = 2_000;

type Dripping = Readonly<{ start: string; drip: string }>;

/** The head of a request that does not end. */
export const SLOW_HEAD: Dripping = { start: "GET / HTTP/1.1\r\n", drip: "X-Slow: 1\r\n" };

/** The body of a form that does not end. */
export function slowBody(host: string): Dripping {
  const lines = [
    "POST /cart HTTP/1.1",
    `Host: ${host}`,
    "Content-Length: 1000",
    "Sec-Fetch-Site: same-origin",
    "Content-Type: application/x-www-form-urlencoded",
  ];
  return { start: `${lines.join("\r\n")}\r\n\r\n`, drip: "a" };
}

/** `count` sockets that begin a request and then drip, until the shop hangs up: how long each was borne, in milliseconds. */
export function holdOpen({
  port,
  count,
  start,
  drip,
}: Dripping & Readonly<{ port: number; count: number }>): Promise<ReadonlyArray<number>> {
  const one = () =>
    new Promise<number>((settle) => {
      const startedAt = performance.now();
      const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(start));
      const timer = setInterval(() => socket.writable && socket.write(drip), DRIP_EVERY_MS);
      socket.on("error", () => undefined);
      socket.resume();
      socket.on("close", () => {
        clearInterval(timer);
        settle(performance.now() - startedAt);
      });
    });
  return Promise.all(Array.from({ length: count }, one));
}

/** Addresses that the front server refuses, by name. To match them with the table of routes takes many seconds. */
export const REFUSED_ADDRESSES: ReadonlyArray<readonly [name: string, path: string]> = [
  ["15,500 slashes", "/".repeat(15_500)],
  ["a very deep path", `/c/${"a/".repeat(3_900)}`],
  ["as deep as the length allows", `/c/${"a/".repeat(1_000)}`],
  ["the manifest's stall", `/__manifest?version=x&p=/c${"/".repeat(7_000)}`],
];

/** The deepest and the longest address that the front server lets through. */
export const LONGEST_LET_IN: ReadonlyArray<string> = [`/${"a/".repeat(22)}`, `/c/${"x".repeat(2_000)}`];
