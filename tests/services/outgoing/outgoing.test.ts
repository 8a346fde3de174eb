import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, describe, expect, test } from "vitest";

import { afterFailure, afterSuccess, askCircuit, CLOSED } from "#app/services/outgoing/circuit.ts";
import { newGuard } from "#app/services/outgoing/guarded-call.server.ts";
import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";

const SETTINGS = { failures: 2, restMs: 1_000 };

describe("the circuit", () => {
  test("opens after so many failures in a row, and a success in between starts anew", () => {
    const once = afterFailure(CLOSED, SETTINGS, 0);

    expect(askCircuit(once, SETTINGS, 0).mayCall).toBe(true);
    expect(afterSuccess(once)).toEqual(CLOSED);
    expect(afterFailure(once, SETTINGS, 5)).toEqual({ kind: "open", until: 1_005 });
  });

  test("lets one call try after the rest, and no second one beside it", () => {
    const open = { kind: "open", until: 1_000 } as const;

    expect(askCircuit(open, SETTINGS, 999).mayCall).toBe(false);
    const trying = askCircuit(open, SETTINGS, 1_000);
    expect(trying.mayCall).toBe(true);
    expect(askCircuit(trying.circuit, SETTINGS, 1_001).mayCall).toBe(false);
    expect(askCircuit(trying.circuit, SETTINGS, 2_000).mayCall).toBe(true);
    expect(afterSuccess(trying.circuit)).toEqual(CLOSED);
    expect(afterFailure(trying.circuit, SETTINGS, 1_500)).toEqual({ kind: "open", until: 2_500 });
  });

  test("late news from before it opened changes nothing", () => {
    const open = { kind: "open", until: 1_000 } as const;

    expect(afterSuccess(open)).toBe(open);
    expect(afterFailure(open, SETTINGS, 500)).toBe(open);
  });
});

describe("a guarded call", () => {
  test("answers, fails quietly, and is not made while the circuit is open", async () => {
    let now = 0;
    let calls = 0;
    const opened: Array<boolean> = [];
    const guard = newGuard({
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
    for (let at = 0; at < 5; at += 1) expect(await guard.call(fail)).toEqual({ ok: false });
    expect(calls).toBe(2);
    expect(opened).toEqual([false, true]);
    now = 1_000;
    expect(await guard.call(async () => 8)).toEqual({ ok: true, value: 8 });
  });

  test("ends when its time is over, whatever the work does, and tells it so", async () => {
    const signals: Array<AbortSignal> = [];
    const guard = newGuard({ ...SETTINGS, timeoutMs: 10 });

    const answer = await guard.call((signal) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    });

    expect(answer).toEqual({ ok: false });
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe("fetching a text", () => {
  let stop: () => void = () => undefined;
  afterEach(() => stop());

  async function serve(listener: RequestListener): Promise<URL> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    stop = () => {
      server.closeAllConnections();
      server.close();
    };
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`);
  }
  const get = () => ({ method: "GET", headers: {}, signal: AbortSignal.timeout(5_000) });

  test("gives status and body", async () => {
    const url = await serve((_, response) => response.writeHead(418).end("tea"));

    expect(await fetchText(url, get(), 10)).toEqual({ status: 418, text: "tea" });
  });

  test("stops reading what is too long, and does not follow elsewhere", async () => {
    const long = await serve((_, response) => response.end("x".repeat(11)));
    await expect(fetchText(long, get(), 10)).rejects.toThrow("longer than 10 bytes");
    stop();

    const moved = await serve((_, response) => response.writeHead(302, { Location: "/other" }).end());
    expect((await fetchText(moved, get(), 10)).status).toBe(302);
  });

  test("rejects when the answer breaks off, nobody listens, or it is told to end", async () => {
    const half = await serve((_, response) => {
      response.writeHead(200, { "Content-Length": 9 });
      response.write("x");
      setImmediate(() => response.destroy());
    });
    await expect(fetchText(half, get(), 10)).rejects.toThrow();
    stop();
    await expect(fetchText(half, get(), 10)).rejects.toThrow();

    const silent = await serve(() => undefined);
    await expect(fetchText(silent, { ...get(), signal: AbortSignal.timeout(20) }, 10)).rejects.toThrow();
  });
});
