import { expect, test } from "vitest";

import {
  readCatalogueZip,
  ZIP_MAX_BYTES,
  ZIP_MAX_ENTRIES,
} from "#app/models/desk/files/catalogue-zip.server.ts";
import { readCatalogue } from "#app/db/seed/read-catalogue.server.ts";
import { ticksOfEnds } from "#tests/support/checks/event-loop-ticks.ts";
import { type ZipEntry, zipFile } from "#tests/support/shops/zip-file.ts";

const PRODUCTS: ZipEntry = { name: "products.json", content: "[1]" };

async function read(...entries: ReadonlyArray<ZipEntry>) {
  const zip = await readCatalogueZip(zipFile(entries));
  if (!zip.ok) throw new Error(zip.code);
  return zip.value;
}

test.each(["", "catalogue/", "My catalogue, 2/"])(
  "the files of the catalogue are read from “%s”",
  async (folder) => {
    const { files, unread } = await read(
      { name: folder || "folder/", content: "" },
      { ...PRODUCTS, name: `${folder}products.json` },
      { name: `${folder}store.json`, content: "\ufeff{}" },
      { name: `${folder}README.md`, content: "read me" },
      { name: `${folder}deeper/brands.json`, content: "[]" },
      { name: "__MACOSX/products.json", content: "?" },
    );

    expect([await files("products.json"), await files("store.json"), await files("brands.json")]).toEqual([
      "[1]",
      "{}",
      null,
    ]);
    expect(unread).toContain(`${folder}README.md`);
    expect(unread).toContain(`${folder}deeper/brands.json`);
  },
);

test("a file that is not UTF-8 is an error of that file", async () => {
  const { files } = await read(PRODUCTS, { name: "store.json", content: Buffer.from([0x7b, 0xff]) });

  await expect(files("store.json")).rejects.toThrow();
});

test("others are served while the rows of a large catalogue are read", async () => {
  const rows = JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ id })));
  const files = async (file: string) => (file === "products.json" ? rows : null);

  const [end = 0] = await ticksOfEnds([() => readCatalogue(files, () => undefined)]);

  expect(end).toBeGreaterThanOrEqual(2_000 / 50);
});

const many = Array.from({ length: ZIP_MAX_ENTRIES }, (_, at) => ({ name: `${at}.txt`, content: "" }));
const rows = `[${'{"id":1},'.repeat(1_500_000)}0]`;
const zeros = Buffer.alloc(ZIP_MAX_BYTES / 2 + 1);

test.each<readonly [string, ReadonlyArray<ZipEntry>, string]>([
  ["no catalogue", [{ name: "other.json", content: "[]" }], "zip-without-catalogue"],
  ["a catalogue two folders deep", [{ ...PRODUCTS, name: "a/b/products.json" }], "zip-without-catalogue"],
  ["a path outside", [PRODUCTS, { name: "../store.json", content: "{}" }], "zip-unsafe"],
  ["an absolute path", [PRODUCTS, { name: "/etc/store.json", content: "{}" }], "zip-unsafe"],
  ["a path with a drive", [PRODUCTS, { name: "C:/store.json", content: "{}" }], "zip-unsafe"],
  ["a path with backslashes", [PRODUCTS, { name: "..\\store.json", content: "{}" }], "zip-unsafe"],
  [
    "a symbolic link",
    [PRODUCTS, { name: "store.json", content: "/etc/passwd", mode: 0o120_777 }],
    "zip-unsafe",
  ],
  ["too many files", [PRODUCTS, ...many], "zip-too-many"],
  [
    "too much in them",
    [PRODUCTS, { name: "store.json", content: zeros }, { name: "x", content: zeros }],
    "zip-too-much",
  ],
  ["a million rows in a few bytes", [{ name: "products.json", content: rows }], "zip-too-many-parts"],
  [
    "lists in lists without end",
    [{ name: "products.json", content: "[".repeat(300_000) }],
    "zip-too-many-parts",
  ],
  [
    "a size that is a lie",
    [PRODUCTS, { name: "store.json", content: zeros, claimedBytes: 10 }],
    "zip-unreadable",
  ],
  ["a size that is larger than the file", [{ ...PRODUCTS, claimedBytes: 99 }], "zip-unreadable"],
  ["one file twice", [PRODUCTS, PRODUCTS], "zip-twice"],
])("a ZIP with %s is refused", async (_, entries, code) => {
  expect(await readCatalogueZip(zipFile(entries))).toMatchObject({ ok: false, code });
});

test("what is no ZIP, or only the beginning of one, is refused", async () => {
  const whole = zipFile([PRODUCTS]);

  for (const content of [
    Buffer.from("sku,price\n"),
    Buffer.alloc(0),
    whole.subarray(0, -8),
    Buffer.from("PK\u0003\u0004"),
  ])
    expect(await readCatalogueZip(content)).toMatchObject({ ok: false, code: "zip-unreadable" });
});
