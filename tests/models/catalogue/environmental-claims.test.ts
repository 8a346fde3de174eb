import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  environmentalClaimsIn,
  environmentalClaimWarning,
} from "#app/models/catalogue/environmental-claims.ts";

test.each([
  ["An eco-friendly rattle", "eco-friendly"],
  ["Eco friendly and soft", "eco friendly"],
  ["Made sustainably in Devon", "sustainably"],
  ["A sustainable choice", "sustainable"],
  ["Climate neutral delivery", "climate neutral"],
  ["CO₂-neutral wood", "co₂-neutral"],
  ["Carbon positive", "carbon positive"],
  ["Kind to the planet", "kind to the planet"],
  ["Environmentally friendly paint", "environmentally friendly"],
  ["The greener choice", "greener choice"],
  ["A biodegradable bag", "biodegradable"],
  ["Net-zero by 2030", "net-zero"],
  ["Eco toys from Devon", "eco toys"],
  ["An eco-friendly maker", "eco-friendly"],
  ["Our eco range", "eco range"],
  ["A planet-saving rattle", "planet-saving"],
  ["Better for the future of the planet", "better for the future of the planet"],
])("%j is a general claim about the environment", (text, words) => {
  expect(environmentalClaimsIn(text)).toEqual([words]);
  expect(environmentalClaimWarning(["A bed.", text])).toContain(`“${words}”`);
});

test.each([
  "A green dragon with natural wool",
  "Beech from forests in Thuringia, certified by FSC (C012345)",
  "The economical way to store blocks",
  "Echo, the friendly bat",
  "A puzzle of the planet Saturn",
  "Umberto Eco writes about toys",
  "Climb, slide and be positive",
])("%j is none", (text) => {
  expect(environmentalClaimWarning([text])).toBeNull();
});

test("the demo's texts make none", () => {
  const files = readdirSync("content", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:md|json)$/.test(file))
    .map((file) => join("content", file));
  expect(files.length).toBeGreaterThan(10);
  expect(
    files.flatMap((file) => environmentalClaimsIn(readFileSync(file, "utf8")).map((words) => [file, words])),
  ).toEqual([]);
});
