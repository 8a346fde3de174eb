/**
 * A migration on main has run in somebody's database, so it never changes (decision 0044); nor do the other files of their
 * folder, which they use. What else they use is to be kept as it is by hand.
 * A mistake in one is put right by the next. A new file gets its line here with the commit that brings it.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const FOLDER = "app/db/migrations";

/** The beginning of the SHA-256 of each file, in hexadecimal digits. */
const MERGED: Readonly<Record<string, string>> = {
  "20261129-0100-schema.ts": "4d0d097c6eb11591",
  "20261129-0102-provider-facts.ts": "49f4dfc24f0f4664",
  "20261129-0130-email-forms.ts": "8cca0560e0a005b0",
  "20261129-0158-service-refusals.ts": "9ac8af8a70f11205",
  "20261129-0159-repeated-calls.ts": "2de6d23a80555245",
  "20261129-0546-ways-back.ts": "b3b21bb92a12fd2f",
  "20261129-0550-document-numbers.ts": "6c4b1c0556189b5b",
  "20261129-1017-keeps-messages.ts": "be62dc30b8ebc419",
  "20261129-1021-return-collections.ts": "efc5e905bd4f3f8c",
  "20261129-1022-return-prices.ts": "3746d525c2db9330",
  "20261129-1027-payment-event-types.ts": "0e54a6231d32c0a6",
  "20261129-1032-refused-keys.ts": "c1f47d4532c37e68",
  "20261129-1046-older-refunds.ts": "e0119ea34a096d66",
  "20261129-1330-search-marks.ts": "8418800f8b223ada",
  "20261129-1330-spare-gifts.ts": "2803185c1b25adff",
  "20261129-1348-made-up-catalogues.ts": "a9421e7de47edf99",
  "20261129-1654-stored-listings.ts": "c99bfce36ce1bcf2",
  "20261129-1710-lookups.ts": "169e6e4ad1d95ac1",
  "20261129-1712-search-marks-lock.ts": "4561995a229ccc85",
  "20261129-1730-search-words.ts": "6d538758ad5eaaa8",
  "20261129-1805-periodic-lookups.ts": "d0f25dd49c6c8333",
  "20261130-0030-search-words-of-builds-before.ts": "678199f369a76fc2",
  "20261130-0515-removed-replies.ts": "cbb4b53d7a5ba6a9",
  "20261130-0810-closures.ts": "4cf50ac2efebfc95",
  "20261130-0820-coupon-categories.ts": "06e4e5bedf1a1ebe",
  "20261130-0820-delivery-at-the-desk.ts": "13880beb55ed85d7",
  "20261130-0830-made-brands-and-categories.ts": "3a70c4999736e9ee",
  "20261130-1243-bulk-changes-like-files.ts": "f5e02675716f8768",
  "before-version-1.ts": "6acb5e90b7f83438",
  "ddl.ts": "84ea66844104e406",
  "schema/catalogue.ts": "c4a7e0f4e09a7878",
  "schema/customers.ts": "ed3bd93fe864434a",
  "schema/desk.ts": "2467a9b2c23ceffc",
  "schema/gift-lists.ts": "39fc2975daad9fc9",
  "schema/logs.ts": "d4e7ad6e18edd8b7",
  "schema/marketing.ts": "586b97b1c0607371",
  "schema/orders.ts": "dc0dd5ed770beada",
  "schema/search.ts": "40aa11a67fb9a3f3",
  "schema/shop.ts": "892c3d349a156030",
};

const hashOf = (file: string) =>
  createHash("sha256")
    .update(readFileSync(join(FOLDER, file)))
    .digest("hex")
    .slice(0, 16);

test("no migration has changed since it was merged, and each has its hash here", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );

  expect(Object.fromEntries(files.sort().map((file) => [file, hashOf(file)]))).toEqual(MERGED);
});
