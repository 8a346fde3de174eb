/** The data of a page is read as easily as the page: of a gift to an address that is hidden not even the country. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { hiddenAddress, orderForBuyer } from "#app/models/order/order.ts";
import { sampleOrder } from "#app/models/email-previews/fixtures.ts";

const FOLDERS = ["app/routes/customer", "app/routes/checkout", "app/routes/orders"];

test("an order has the country of its address only for those who know where it goes", () => {
  const own = sampleOrder();
  const deliveryAddress = hiddenAddress("Ida’s list address", { country_code: "DE" });
  const delivery = { ...own.delivery, giftList: { listId: "l", sentTo: "Ida’s list address" } };
  const gift = { ...own, deliveryAddress, delivery };

  expect(orderForBuyer(own)).toBe(own);
  expect(JSON.stringify(orderForBuyer(gift).deliveryAddress)).not.toContain("DE");
});

test("every page that is given an order is given what its buyer may know", () => {
  const texts = FOLDERS.flatMap((folder) =>
    readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8")),
  );
  const answers = texts.flatMap((text) => text.match(/\bjson\(\{[^]*?\}\);|=> \(\{[^]*?\}\)|return \{\n[^]*?\n  \};/g) ?? []);

  expect(texts.join("\n").match(/order: orderForBuyer\(order\)/g)?.length).toBe(7);
  expect(answers.filter((answer) => /^\s*order,$|\{ order,/m.test(answer))).toEqual([]);
});
