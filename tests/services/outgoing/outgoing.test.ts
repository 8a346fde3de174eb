import type { RequestListener } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

import { afterEach, describe, expect, test } from "vitest";

import {
  afterFailure,
  afterSuccess,
  throughCircuit,
  CLOSED,
} from "#app/services/outgoing/circuit-breaker.ts";
import { newResilience } from "#app/services/outgoing/resilience.server.ts";
import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";
import { retryAfterMs } from "#app/services/outgoing/outgoing-error.ts";
import { listen } from "#tests/support/shops/listening.ts";

const SETTINGS = { failures: 2, restMs: 1_000 };

describe("the circuit", () => {
  test("opens after a number of failures in a row, which a success resets", () => {
    const once = afterFailure(CLOSED, SETTINGS, 0);

    expect(throughCircuit(once, SETTINGS, 0).mayCall).toBe(true);
    expect(afterSuccess(once)).toEqual(CLOSED);
    expect(afterFailure(once, SETTINGS, 5)).toEqual({ kind: "open", until: 1_005 });
  });

  test("allows one call after the pause, and no second one beside it", () => {
    const open = { kind: "open", until: 1_000 } as const;

    expect(throughCircuit(open, SETTINGS, 999).mayCall).toBe(false);
    const trying = throughCircuit(open, SETTINGS, 1_000);
    expect(trying.mayCall).toBe(true);
    expect(throughCircuit(trying.circuit, SETTINGS, 1_001).mayCall).toBe(false);
    expect(throughCircuit(trying.circuit, SETTINGS, 2_000).mayCall).toBe(true);
    expect(afterSuccess(trying.circuit)).toEqual(CLOSED);
    expect(afterFailure(trying.circuit, SETTINGS, 1_500)).toEqual({ kind: "open", until: 2_500 });
  });

  test("ignores late results from before it opened", () => {
    const open = { kind: "open", until: 1_000 } as const;

    expect(afterSuccess(open)).toBe(open);
    expect(afterFailure(open, SETTINGS, 500)).toBe(open);
  });
});

describe("a guarded call", () => {
  test("returns its value, fails with a fallback, and is not made while the circuit is open", async () => {
    let now = 0;
    let calls = 0;
    const opened: Array<boolean> = [];
    const guard = newResilience({
      ...SETTINGS,
      timeoutMs: 5_000,
      now: () => now,
      onFailure: (_, isOpen) => opened.push(isOpen),
    });
    const fail = async () => {
      calls += 1;
      throw new Error("down");
    };

    expect(await guard.call(async () => 7)).toEqual({ ok: true, value: 7 });
    for (let at = 0; at < 5; at += 1) expect(await guard.call(fail)).toMatchObject({ ok: false });
    expect(calls).toBe(2);
    expect(opened).toEqual([false, true]);
    now = 1_000;
    expect(await guard.call(async () => 8)).toEqual({ ok: true, value: 8 });
  });

  test("passes on an error that is not the service's fault, without opening the circuit", async () => {
    const mistake = new Error("our own mistake");
    const guard = newResilience({ ...SETTINGS, timeoutMs: 5_000, isFailure: (error) => error !== mistake });

    for (let at = 0; at < 5; at += 1)
      expect(await guard.call(() => Promise.reject(mistake))).toEqual({ ok: false, error: mistake });

    expect(await guard.call(async () => 9)).toEqual({ ok: true, value: 9 });
  });

  test("that is not tried reports how long the pause lasts", async () => {
    const guard = newResilience({ ...SETTINGS, timeoutMs: 5_000, now: () => 400 });
    for (let at = 0; at < 2; at += 1) await guard.call(() => Promise.reject(new Error("down")));

    expect(await guard.call(async () => 7)).toMatchObject({
      ok: false,
      error: { problem: "left-alone", retryAfterMs: 1_000 },
    });
  });

  test("ends at its timeout, whatever the work does, and aborts it", async () => {
    const signals: Array<AbortSignal> = [];
    const guard = newResilience({ ...SETTINGS, timeoutMs: 10 });

    const answer = await guard.call((signal) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    });

    expect(answer).toMatchObject({ ok: false });
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe("fetching a text", () => {
  let stop: () => Promise<void> = async () => undefined;
  afterEach(() => stop());

  async function serve(listener: RequestListener): Promise<URL> {
    const { url, close } = await listen(listener);
    stop = close;
    return new URL("/x", url);
  }
  const get = { method: "GET", headers: {}, timeoutMs: 5_000, maxBytes: 10 };

  test("returns status, body and Retry-After", async () => {
    const url = await serve((_, response) => response.writeHead(418, { "Retry-After": "7" }).end("tea"));

    expect(await fetchText(url, get)).toEqual({ status: 418, text: "tea", retryAfterMs: 7_000 });
  });

  test("stops reading an overlong body, and follows no redirect", async () => {
    const long = await serve((_, response) => response.end("x".repeat(11)));
    await expect(fetchText(long, get)).rejects.toMatchObject({ problem: "too-long" });
    await stop();

    const moved = await serve((_, response) => response.writeHead(302, { Location: "/other" }).end());
    expect((await fetchText(moved, get)).status).toBe(302);
  });

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
  ] as const)("decompresses %s, up to the length limit", async (encoding, pack) => {
    const texts = ["ten bytes.", "x".repeat(5_000_000)];
    const url = await serve((_, response) =>
      response.writeHead(200, { "Content-Encoding": encoding }).end(pack(texts.shift() ?? "")),
    );

    expect(await fetchText(url, { ...get, maxBytes: 1_000 })).toMatchObject({ text: "ten bytes." });
    await expect(fetchText(url, { ...get, maxBytes: 100_000 })).rejects.toMatchObject({
      problem: "too-long",
    });
  });

  test("rejects another encoding, or a false one", async () => {
    const encodings = ["zstd", "gzip"];
    const url = await serve((_, response) =>
      response.writeHead(200, { "Content-Encoding": encodings.shift() }).end("x"),
    );

    await expect(fetchText(url, get)).rejects.toMatchObject({ problem: "broken-off" });
    await expect(fetchText(url, get)).rejects.toMatchObject({ problem: "broken-off" });
  });

  test("rejects when the response breaks off, the port is closed, or its time is over", async () => {
    const half = await serve((_, response) => {
      response.writeHead(200, { "Content-Length": 9 });
      response.write("x");
      setImmediate(() => response.destroy());
    });
    await expect(fetchText(half, get)).rejects.toMatchObject({ problem: "broken-off" });
    await stop();
    await expect(fetchText(half, get)).rejects.toMatchObject({ problem: "unreachable" });

    const silent = await serve(() => undefined);
    await expect(fetchText(silent, { ...get, timeoutMs: 20 })).rejects.toMatchObject({ problem: "timeout" });
  });

  test("gives up a connection that is not established, before the timeout of the whole request", async () => {
    // Accepts the connection and never answers to TLS.
    const deaf = await serve(() => undefined);
    deaf.protocol = "https:";
    deaf.hostname = "127.0.0.1";
    const url = new URL(deaf.href.replace("http:", "https:"));

    await expect(fetchText(url, { ...get, connectMs: 20 })).rejects.toMatchObject({ problem: "unreachable" });
  });
});

test.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
  ["Sat, 21 Nov 2026 11:59:00 GMT", 0],
  ["-5", 0],
  ["1.5", 0],
  ["soon", 0],
  ["2026-11-22", 0],
  [undefined, 0],
])("a Retry-After of %s is %i ms", (header, ms) => {
  expect(retryAfterMs(header, new Date("2026-11-21T12:00:00Z"))).toBe(ms);
});
