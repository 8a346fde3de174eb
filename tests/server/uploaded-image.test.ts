/** A product whose images were uploaded at the desk: every address of one, wherever it is shown, leads to an image. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { jpeg } from "#tests/support/people/photographs.ts";
import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";
import { ask, emailThat } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const RINGS = 102;

const shop = useShop();

beforeAll(async () => {
  const photo = join(shop.dataDir, "rings.jpg");
  writeFileSync(photo, await jpeg({ width: 900, height: 600, colour: "#aa3311" }));
  await command("products", "add-image", String(RINGS), photo, "--text", "The rings on a red floor");
  const images = Number(ask(shop, "SELECT count(*) FROM product_images WHERE product_id = ?", RINGS));
  for (let left = images; left > 1; left -= 1) await command("products", "remove-image", String(RINGS), "1");
});

const command = (...args: ReadonlyArray<string>) => runCommand(shop, args);

/** Each address of an uploaded image in the text, as whoever reads it would fetch it. */
function addressesIn(text: string): ReadonlyArray<string> {
  const found = text.replaceAll("&amp;", "&").match(/[^\s"'<>(),]*\/image\/uploads\/[^\s"'<>(),]+/g) ?? [];
  return [...new Set(found)];
}

async function lost(reader: Shopper, addresses: ReadonlyArray<string>): Promise<ReadonlyArray<unknown>> {
  const wrong: Array<unknown> = [];
  for (const address of addresses) {
    const { status, headers } = await reader.get(address.replace(shop.origin, ""));
    const type = headers["content-type"];
    if (status !== 200 || !/^image\//.test(String(type))) wrong.push([address, status, type]);
  }
  return wrong;
}

test("feeds, the sitemap and what other sites read give whole addresses, and each answers with an image", async () => {
  const reader = new Shopper(shop.origin);
  const page = (await reader.get(`/products/${RINGS}`)).location ?? "";
  const shown = {
    feed: (await reader.get("/feeds/google.xml")).body,
    sitemap: (await reader.get("/sitemaps/images-1.xml")).body,
    data: [
      ...(await reader.get(page)).body.matchAll(
        /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g,
      ),
    ]
      .map(([, json]) => json ?? "")
      .join(" "),
  };

  for (const [where, text] of Object.entries(shown)) {
    const addresses = addressesIn(text);
    expect(addresses.length, where).toBeGreaterThan(0);
    expect(
      addresses.filter((address) => !address.startsWith(`${shop.origin}/image/`)),
      where,
    ).toEqual([]);
    expect(await lost(reader, addresses), where).toEqual([]);
  }
  // The card that other sites show is drawn with the image.
  const [, card = ""] = /property="og:image" content="([^"]+)"/.exec((await reader.get(page)).body) ?? [];
  expect(card.startsWith(`${shop.origin}/`), card).toBe(true);
  expect(await lost(reader, [card.replaceAll("&amp;", "&")])).toEqual([]);
});

test("the email of an order shows the uploaded image by a whole address that answers with it", async () => {
  const shopper = new Shopper(shop.origin);
  await addToBasket(shopper, Number(ask(shop, "SELECT id FROM variants WHERE product_id = ?", RINGS)), 1);
  const cart = addressesIn((await shopper.get("/cart")).body);
  expect(cart.length).toBeGreaterThan(0);
  await payAt(shopper, await goToPayment(shopper));

  const { html = "" } = await emailThat(shop, (email) => addressesIn(email.html ?? "").length > 0);
  const addresses = addressesIn(html);
  expect(addresses.filter((address) => !address.startsWith(`${shop.origin}/image/`))).toEqual([]);
  expect(await lost(new Shopper(shop.origin), [...addresses, ...cart])).toEqual([]);
});
