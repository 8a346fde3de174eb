/** Two processes that share a folder of images, as two caches on it. */
import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import { DiskCache } from "#app/services/images/disk-cache.server.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

let folder: string;

beforeEach(() => {
  folder = newFolder();
});

const key = (digit: number) => String(digit).repeat(64);
const bytes = (count: number) => new Uint8Array(count).fill(7);

test("a starting process leaves another's unfinished files alone, and deletes those that are an hour old", async () => {
  const [young, old] = [join(folder, `.${key(1)}.aa`), join(folder, `.${key(2)}.bb`)];
  writeFileSync(young, "half");
  writeFileSync(old, "half");
  const before = Date.now() / 1000 - 3_700;
  utimesSync(old, before, before);

  await new DiskCache(folder, 1_000).read(key(3));

  expect([existsSync(young), existsSync(old)]).toEqual([true, false]);
});

test("one image written by two processes at once is complete, and no other file remains", async () => {
  const [one, other] = [new DiskCache(folder, 1_000_000), new DiskCache(folder, 1_000_000)];

  await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).write(key(1), bytes(10_000))),
  );

  expect(readdirSync(folder)).toEqual([key(1)]);
  expect((await other.read(key(1)))?.byteLength).toBe(10_000);
});

test("a file made by one process is found by the other, also after the first has evicted it", async () => {
  const [one, other] = [new DiskCache(folder, 1_000), new DiskCache(folder, 1_000)];
  await one.read(key(9));
  await other.read(key(9));
  await one.write(key(1), bytes(400));
  expect(await other.has(key(1))).toBe(true);
  await one.write(key(2), bytes(400));
  await one.write(key(3), bytes(400));

  await expect.poll(() => existsSync(join(folder, key(1)))).toBe(false);
  expect(await other.read(key(1))).toBeNull();
  await other.write(key(1), bytes(400));
  expect((await one.read(key(1)))?.byteLength).toBe(400);
});
