/** A short, fixed set of worlds on each engine. Any length by hand: `npm run simulate`. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { closeDatabase } from "#app/db/db.server.ts";

import type { Engine } from "./engine.ts";
import { exhaust, SCENARIOS } from "./exhaustive.ts";
import { exploreWorld, replay } from "./explore.ts";
import { openEngine } from "./shelf.ts";

const name = process.env["TEST_ENGINE"] === "postgres" ? "postgres" : "sqlite";
/** Worlds and interleavings that take a few seconds on an idle machine. */
const AMOUNTS = {
  sqlite: { seeds: ["1", "2", "3", "4"], interleavingSteps: 600 },
  postgres: { seeds: ["1", "2"], interleavingSteps: 400 },
} as const;
const { seeds, interleavingSteps } = AMOUNTS[name];

let engine: Engine;

beforeAll(async () => {
  engine = await openEngine(name);
});
afterAll(async () => {
  await closeDatabase();
  await engine.close();
});

test("the same seed twice gives the same trace, and another seed another one", async () => {
  const [first, again, other] = [
    await exploreWorld(engine, "7", 200),
    await exploreWorld(engine, "7", 200),
    await exploreWorld(engine, "8", 200),
  ];

  expect(again.trace.join("\n")).toBe(first.trace.join("\n"));
  expect(other.trace.join("\n")).not.toBe(first.trace.join("\n"));
});

test("the steps of a world, followed again, give its trace", async () => {
  const explored = await exploreWorld(engine, "9", 200);

  const followed = await replay(engine, explored);

  expect(followed.trace.join("\n")).toBe(explored.trace.join("\n"));
});

test.each(seeds)("in the world of seed %s nothing breaks after any step", async (seed) => {
  const { breaks, count } = await exploreWorld(engine, seed);

  expect(breaks).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

test.each(SCENARIOS)("of interleavings of $name none breaks", async (scenario) => {
  const { broken, runs } = await exhaust(engine, scenario, { switches: 2, stepsMax: interleavingSteps });

  expect(broken).toBeNull();
  expect(runs).toBeGreaterThan(1);
});
