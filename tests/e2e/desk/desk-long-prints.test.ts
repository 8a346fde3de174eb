/** A packing slip longer than a page, as Chromium prints it. Needs no shop: the page and its styles are enough. */
import { readFileSync } from "node:fs";

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { DeskFrame, type DeskNavigation } from "#app/components/desk/desk-frame.tsx";
import { type Slip, SlipsPage } from "#app/components/desk/slips-page.tsx";
import { visit } from "#tests/support/people/visit.ts";

const NAVIGATION: DeskNavigation = {
  ...{ entries: [], name: "Tom Reyes", role: "packer", current: null, postcode: "postcode", searched: "" },
};

const times = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => make(index));

function slipOf(number: number, lines: number): Slip {
  return {
    ...{ number, status: "paid", shown: "paid", barcode: { width: 10, height: 1, path: "M0 0h1v1z" } },
    ...{ placed: "27 November 2026", shop: "Hollybough", note: null, foot: "Something missing?" },
    ...{ to: ["Hannah Okafor", "14 Slad Road"], from: ["Hollybough"], delivery: ["Standard delivery"] },
    lines: times(lines, (index) => ({
      ...{ sku: `HB-${number}-${index}`, name: `Castle Building Blocks ${index}`, units: 1, price: "£54.00" },
      words: index % 3 === 0 ? `Rose, who has built ${index} towers` : null,
    })),
    papers: [],
    gifts: times(Math.floor(lines / 6), (index) => ({
      what: `1 × Castle Building Blocks ${index}`,
      words: "Wrap in Holly-leaf print; write on its card: “For Rose, with love. ".concat(
        "Build on. ".repeat(20),
        "”",
      ),
    })),
    giftMessage: null,
  };
}

async function printed(slips: ReadonlyArray<Slip>) {
  const { page, close } = await visit("on");
  const element = createElement(SlipsPage, {
    ...{ slips, picking: [], view: null, hasList: false, otherwise: "/", isCut: false },
  });
  const files = ["app/styles/tokens.css", "app/styles/base.css", "app/components/desk/desk.css"];
  const styles = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const framed = createElement(DeskFrame, { navigation: NAVIGATION, children: element });
  await page.setContent(`<style>${styles}</style>${renderToStaticMarkup(framed)}`);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  // Of the width of the page's content, so that lines break as on paper.
  await page.setViewportSize({ width: 673, height: 1001 });
  await page.emulateMedia({ media: "print" });
  const sheets = await page.locator("article.sheet").evaluateAll((all) =>
    all.map((sheet) => ({
      over: Math.max(0, sheet.scrollHeight - sheet.clientHeight),
      breakAfter: getComputedStyle(sheet).breakAfter,
      rows: [...new Set([...sheet.querySelectorAll("tr")].map((row) => getComputedStyle(row).breakInside))],
      head: sheet.querySelector("thead tr")?.textContent,
      isHeadShown: (sheet.querySelector("thead tr")?.getBoundingClientRect().height ?? 0) > 0,
    })),
  );
  await close();
  return { pages: pdf.match(/\/Type \/Page\b/g)?.length, sheets };
}

test("a slip of 60 items goes on overleaf under the number of its order, whole lines only, and the next slip begins on a page of its own", async () => {
  const { pages: long = 0 } = await printed([slipOf(100_482, 60)]);
  const { pages, sheets } = await printed([slipOf(100_482, 60), slipOf(100_483, 1)]);

  expect(long).toBeGreaterThan(2);
  expect(pages).toBe(long + 1);
  expect(sheets).toEqual([
    { over: 0, breakAfter: "page", rows: ["avoid"], head: "Order 100482", isHeadShown: true },
    { over: 0, breakAfter: "auto", rows: ["avoid"], head: "Order 100483", isHeadShown: true },
  ]);
});

test("two short slips are a page each", async () => {
  const { pages } = await printed([slipOf(100_482, 3), slipOf(100_483, 1)]);

  expect(pages).toBe(2);
});
