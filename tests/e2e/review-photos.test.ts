/** Photographs of a review: sent with the form, looked at by the owner, shown on the product page. */

import type { Page } from "playwright";
import { describe, expect, test } from "vitest";

import { violations, WCAG_AA_AND_BEST_PRACTICE } from "#tests/support/checks/axe.ts";
import { type Journey, open, taken } from "#tests/support/people/journey.ts";
import { jpeg, pngClaiming } from "#tests/support/people/photographs.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";
import { ask, withDatabase } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const WRITE = "/products/101/review";

const shop = useShop();

const command = (...args: ReadonlyArray<string>) => runCommand(shop, args);

function reviewCalled(title: string): Readonly<{ id: number; hashes: ReadonlyArray<string> }> {
  const id = Number(ask(shop, "SELECT id FROM reviews WHERE title = ?", title));
  const query = "SELECT hash FROM review_photos WHERE review_id = ? ORDER BY number";
  const hashes = withDatabase(shop, (database) => database.prepare(query).pluck().all(id)) as Array<string>;
  return { id, hashes };
}

async function fillReview(page: Page, title: string, email: string): Promise<void> {
  const main = page.getByRole("main");
  await main.getByRole("radio", { name: "5 stars", exact: true }).focus();
  await page.keyboard.press("Space");
  await main.getByLabel("Review title", { exact: true }).fill(title);
  await main
    .getByLabel("Your review", { exact: true })
    .fill("It rolls every day, and the photographs show it.");
  await main.getByLabel("Name to show", { exact: true }).fill("Ida");
  await main.getByLabel("Email address", { exact: true }).fill(email);
}

async function choose(page: Page, files: ReadonlyArray<readonly [name: string, buffer: Buffer]>) {
  const chosen = files.map(([name, buffer]) => ({ name, buffer, mimeType: "image/jpeg" }));
  await page.getByLabel("Photographs").setInputFiles(chosen);
}

async function statusOf(address: string): Promise<number> {
  return (await fetch(shop.origin + address)).status;
}

async function submit({ page, mode }: Journey): Promise<void> {
  await page.getByRole("button", { name: "Submit review" }).click();
  await taken(page, mode);
}

describe.each(JOURNEY_MODES)("scripts %s", (mode) => {
  test("two are sent, looked at, published, shown, and one is removed", async () => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    const title = `Photographed, scripts ${mode}`;
    // Colours of their own, because equal photographs have one address.
    const shade = String(JOURNEY_MODES.indexOf(mode) + 1).repeat(2);
    await open(journey, WRITE);
    await fillReview(page, title, `photos-${mode}@example.org`);
    await choose(page, [
      ["side=a;b.jpg", await jpeg({ width: 2_000, height: 1_500, colour: `#${shade}8866` })],
      ["front.jpg", await jpeg({ width: 300, height: 500, colour: `#${shade}4422` })],
    ]);
    await submit(journey);
    await page.getByRole("heading", { level: 1, name: "Thank you for your review" }).waitFor();

    const { id, hashes } = reviewCalled(title);
    expect(hashes).toHaveLength(2);
    for (const hash of hashes) expect(await statusOf(`/image/reviews/${hash}.webp`)).toBe(404);
    expect(await command("reviews", "list")).toContain("Photograph 1: 1600 × 1200 pixels");
    await command("reviews", "approve", String(id));

    await open(journey, `${RAINBOW}?stars=5&sort=newest`);
    const review = page.getByRole("article", { name: title });
    const first = review.getByRole("img", { name: "Photograph by Ida, 1 of 2" });
    await first.scrollIntoViewIfNeeded();
    expect(await first.getAttribute("loading")).toBe("lazy");
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
    const { width, height } = (await first.boundingBox()) ?? { width: 0, height: 1 };
    expect(width / height).toBeCloseTo(4 / 3, 1);
    const whole =
      (await review.getByRole("link", { name: "Photograph by Ida, 2 of 2" }).getAttribute("href")) ?? "";
    const answer = await fetch(shop.origin + whole);
    expect([
      answer.status,
      answer.headers.get("Content-Type"),
      answer.headers.get("X-Content-Type-Options"),
    ]).toEqual([200, "image/webp", "nosniff"]);
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
    if (mode === "on") expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE)).toEqual([]);

    await command("reviews", "remove-photo", String(id), "1");
    await open(journey, `${RAINBOW}?stars=5&sort=newest`);
    await review.getByRole("img", { name: "Photograph by Ida, 1 of 1" }).waitFor();
    expect(await review.getByRole("img", { name: /Photograph/ }).count()).toBe(1);
    expect(await statusOf(`/image/reviews/${hashes[0]}.webp`)).toBe(404);
  });

  test("what cannot be taken is named, and everything typed stays", async () => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    const photo = await jpeg();
    const half = (await jpeg({ width: 400, height: 300 })).subarray(0, 400);
    const bad: ReadonlyArray<readonly [ReadonlyArray<readonly [string, Buffer]>, string]> = [
      [[["long.jpg", Buffer.alloc(8_000_001, 1)]], "“long.jpg” is larger than 8 MB. Choose a smaller one"],
      [[1, 2, 3, 4, 5].map((each) => [`${each}.jpg`, photo]), "Choose up to 4 photographs. You chose 5"],
      [
        [["list.jpg", Buffer.from("milk, eggs")]],
        "“list.jpg” is not an image we can open. Choose a JPEG, PNG, WebP or AVIF",
      ],
      [[["half.jpg", half]], "“half.jpg” is damaged, so we cannot open it. Choose another"],
      [
        [["bomb.png", await pngClaiming(60_000, 60_000)]],
        "“bomb.png” has too many pixels. Choose one of up to 50 megapixels",
      ],
    ];
    await open(journey, WRITE);
    await fillReview(page, "Kept as typed", `bad-${mode}@example.org`);
    for (const [files, message] of bad) {
      await choose(page, files);
      await submit(journey);
      await page.getByRole("link", { name: message }).waitFor();
      expect(await page.getByLabel("Photographs").getAttribute("aria-invalid")).toBe("true");
      expect(await page.getByLabel("Review title").inputValue()).toBe("Kept as typed");
      expect(await page.getByRole("radio", { name: "5 stars", exact: true }).isChecked()).toBe(true);
    }
    await choose(page, [["good.jpg", photo]]);
    await page.getByLabel("Review title").fill("");
    await submit(journey);
    await page.getByRole("link", { name: "Please choose the photographs again" }).waitFor();
  });
});
