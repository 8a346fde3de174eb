/** The numbers of the interface (requirements components-1 to components-8) as a real browser shows them. */
import type { CDPSession, Page } from "playwright";
import { describe, expect, test } from "vitest";

import { open } from "#tests/support/people/journey.ts";
import type { VisitOptions } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const LISTING = "/c/wooden-toys";
const PHONE = { viewport: { width: 390, height: 700 }, isMobile: true, hasTouch: true };

const shop = useShop();

/** A visitor with scripts at `path`. */
async function at(path: string, options: VisitOptions = {}): Promise<Page> {
  const journey = await newVisitor(shop, "on", options);
  await open(journey, path);
  return journey.page;
}

const offline = (page: Page) => page.getByRole("dialog", { name: "No internet connection" });

type BarSeen = Readonly<{
  times: ReadonlyArray<Readonly<{ property: string; delay: number; duration: number }>>;
  /** `moment` in milliseconds since the bar was told to show; `length` is a share of the page. */
  looks: ReadonlyArray<Readonly<{ moment: number; opacity: string; length: number }>>;
}>;

/** In the browser: when the bar is told to show, its own clock is stopped and set by hand. */
function watchBar() {
  const bar = document.querySelector("#page > [aria-hidden=true][data-loading]")!;
  const see = () => {
    const moves = bar.getAnimations() as Array<CSSTransition>;
    const times = moves.map((move) => {
      const { delay, duration } = move.effect!.getTiming();
      return { property: move.transitionProperty, delay, duration };
    });
    const looks = [0, 199, 200, 1_200, 2_200].map((moment) => {
      for (const move of moves) {
        move.pause();
        move.currentTime = moment;
      }
      const { opacity, scale } = getComputedStyle(bar);
      return { moment, opacity, length: Number(scale.split(" ")[0]) };
    });
    return { times, looks };
  };
  const barSeen = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      resolve(see());
    }).observe(bar, { attributeFilter: ["data-loading"] });
  });
  Object.assign(window, { barSeen });
}

describe("the loading bar", () => {
  test("appears after 200 ms and crosses the page in 2000", async () => {
    const page = await at(LISTING);
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route(/_data=/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.evaluate(watchBar);

    await page.locator("main article a").first().click();
    const { looks, times } = await page.evaluate(
      () => (window as unknown as { barSeen: Promise<BarSeen> }).barSeen,
    );
    release();
    await page.locator("#page > [aria-hidden=true][data-loading=false]").waitFor({ state: "attached" });

    expect(times).toEqual([
      { property: "opacity", delay: 200, duration: 0 },
      { property: "scale", delay: 200, duration: 2_000 },
    ]);
    expect(looks.slice(0, 3)).toEqual([
      { moment: 0, opacity: "0", length: 0 },
      { moment: 199, opacity: "0", length: 0 },
      { moment: 200, opacity: "1", length: 0 },
    ]);
    const middle = looks[3]?.length ?? 0;
    expect(middle).toBeGreaterThan(0.5);
    expect(middle).toBeLessThan(0.92);
    expect(looks[4]).toEqual({ moment: 2_200, opacity: "1", length: 0.92 });
  });

  test("is 3 px high by default, and here 4 px and green", async () => {
    const page = await at(LISTING);
    const looks = await page.locator("#page > [aria-hidden=true][data-loading]").evaluate((bar) => {
      const { height: output, backgroundColor } = getComputedStyle(bar);
      (bar as HTMLElement).style.removeProperty("--bar-height");
      return [output, getComputedStyle(bar).height, backgroundColor];
    });
    expect(looks).toEqual(["4px", "3px", "rgb(71, 187, 156)"]);
  });
});

/** Of the 500 ms of a scroll. */
const FRAME_SHARE = 16 / 500;

test("a scripted scroll takes 500 ms", async () => {
  const page = await at("/register", { viewport: { width: 390, height: 300 } });
  // The way to the summary itself is at once, so that it does not mix with the way to the field.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page
    .getByRole("button", { name: /account/i })
    .last()
    .click();
  await page.locator("[role=alert]:focus").waitFor();
  const link = page.getByRole("alert").getByRole("link").last();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  // A click scrolls to what it cannot see: that way is none of this one.
  await link.scrollIntoViewIfNeeded();
  const from = await page.evaluate(() => window.scrollY);

  await link.click();
  const passed: Array<number> = [];
  for (const step of [100, 150, 270, 500]) {
    await page.clock.runFor(step);
    passed.push((await page.evaluate(() => window.scrollY)) - from);
  }

  const whole = passed.at(-1) ?? 0;
  expect(whole).toBeGreaterThan(200);
  const shares = passed.map((distance) => distance / whole);
  // It slows down as it arrives: 1 - (1 - t) ** 3, by frames of 16 ms of which a busy machine drops one. A browser stops at whole pixels.
  const arrived = (share: number) => 1 - (1 - share) ** 3;
  const pixel = 1 / whole;
  const [early = 0, half = 0, end] = shares;
  expect(early).toBeGreaterThanOrEqual(arrived(0.2 - 2 * FRAME_SHARE) - pixel);
  expect(early).toBeLessThanOrEqual(arrived(0.2) + pixel);
  expect(half).toBeGreaterThanOrEqual(arrived(0.5 - 2 * FRAME_SHARE) - pixel);
  expect(half).toBeLessThanOrEqual(arrived(0.5) + pixel);
  expect(end).toBe(1);
});

type Swipe = Readonly<{ byPx: number; takesMs: number }>;

/** A finger that goes down over the dialog. When it did so is said by the event, not by how busy the machine is. Ends when the page has answered it. */
async function swipe(session: CDPSession, page: Page, { byPx, takesMs }: Swipe): Promise<void> {
  const box = await offline(page).boundingBox();
  const [x, y] = [box!.x + 20, box!.y + 20];
  await page.evaluate(() => {
    const drawn = new Promise<void>((resolve) =>
      window.addEventListener("touchend", () => requestAnimationFrame(() => setTimeout(resolve)), {
        once: true,
      }),
    );
    Object.assign(window, { swipeIsAnswered: drawn });
  });
  const start = Date.now() / 1_000;
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: number, points: Array<object>) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      timestamp: start + at / 1_000,
      touchPoints: points as Array<{ x: number; y: number }>,
    });
  await touch("touchStart", 0, [{ x, y }]);
  await touch("touchMove", takesMs / 2, [{ x, y: y + byPx }]);
  await touch("touchEnd", takesMs, []);
  await page.evaluate(() => Reflect.get(window, "swipeIsAnswered") as Promise<void>);
}

/** Until the page has seen it: whoever is offline again before that never was online. */
async function goOnline(page: Page): Promise<void> {
  const isSeen = page.evaluate(
    () =>
      new Promise((seen) => window.addEventListener("online", () => setTimeout(seen, 50), { once: true })),
  );
  await page.context().setOffline(false);
  await isSeen;
  await offline(page).waitFor({ state: "hidden" });
}

describe("a dialog", () => {
  test("has z-index 1000, and closes by a swipe down of 10 per cent or within 300 ms", async () => {
    const page = await at("/cart", PHONE);
    const session = await page.context().newCDPSession(page);
    const isOpenAfter = async (move: Swipe) => {
      await page.context().setOffline(true);
      await offline(page).waitFor();
      await swipe(session, page, move);
      const isOpen = await offline(page).isVisible();
      await goOnline(page);
      return isOpen;
    };
    await page.context().setOffline(true);
    await offline(page).waitFor();
    expect(await offline(page).evaluate((dialog) => dialog.style.zIndex)).toBe("1000");
    await page.evaluate(() => document.fonts.ready);
    const tenth = ((await offline(page).boundingBox())?.height ?? 0) / 10;
    expect(tenth).toBeGreaterThan(20);
    await goOnline(page);

    expect(await isOpenAfter({ byPx: tenth - 2, takesMs: 400 })).toBe(true);
    expect(await isOpenAfter({ byPx: tenth + 2, takesMs: 400 })).toBe(false);
    expect(await isOpenAfter({ byPx: -tenth - 2, takesMs: 400 })).toBe(true);
    expect(await isOpenAfter({ byPx: tenth - 2, takesMs: 310 })).toBe(true);
    expect(await isOpenAfter({ byPx: tenth - 2, takesMs: 290 })).toBe(false);
  });
});

test("a rating input has five stars of 50 px, each selectable", async () => {
  const page = await at("/products/101/review");
  const stars = page.getByRole("group", { name: "Your rating" });
  const sizes = await stars.locator("svg").evaluateAll((drawn) =>
    drawn.map((star) => {
      const { width, height } = star.getBoundingClientRect();
      return `${width} x ${height}`;
    }),
  );
  expect(sizes).toEqual(Array.from({ length: 5 }, () => "50 x 50"));

  await stars.getByRole("radio").nth(3).check();
  const given = await stars
    .getByRole("radio")
    .evaluateAll((inputs) =>
      (inputs as Array<HTMLInputElement>).map(({ value, checked, disabled }) =>
        disabled ? "off" : checked ? `[${value}]` : value,
      ),
    );
  expect(given).toEqual(["1", "2", "3", "[4]", "5"]);
});

test("the page is in English and its theme is #252729", async () => {
  const page = await at("/");
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  expect(await page.locator("meta[name=theme-color]").getAttribute("content")).toBe("#252729");
});

test("images have the widths of the six screens, and the browser loads one of them", async () => {
  const page = await at("/", PHONE);
  const image = page.locator("main img").first();
  const offered = (await image.getAttribute("srcset"))?.match(/\d+(?=w(?:,|$))/g);
  expect(offered).toEqual(["320", "640", "768", "1024", "1280", "1536"]);
  const taken = await image.evaluate((img: HTMLImageElement) => img.currentSrc);
  expect(offered).toContain(new URL(taken).searchParams.get("w"));
});

test("the grid changes its columns at md and lg, and the header its row at xl", async () => {
  const page = await at("/");
  const columnsAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    return page.evaluate(() => {
      const tops = [...document.querySelectorAll("main article:has(a[href^='/p/'])")].map(
        (card) => card.getBoundingClientRect().top,
      );
      return tops.filter((top) => top === tops[0]).length;
    });
  };
  expect([await columnsAt(767), await columnsAt(768), await columnsAt(1023), await columnsAt(1024)]).toEqual([
    2, 3, 3, 4,
  ]);
  const menus = page.locator("header details[name=nav]").first();
  await page.setViewportSize({ width: 1279, height: 900 });
  expect(await menus.isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await menus.isVisible()).toBe(true);
});

test("each reduced price shows its reduction in whole per cent", async () => {
  const page = await at(`${LISTING}?sale=yes`);
  const sales = await page.locator("main article:has(s)").evaluateAll((cards) =>
    cards.map((card) => {
      const [was = 0, now = 0] = [...card.textContent.matchAll(/£([\d,.]+)/g)].map(([, amount = ""]) =>
        Number(amount.replace(",", "")),
      );
      return {
        output: /(\d+)% off/.exec(card.textContent)?.[1],
        is: String(Math.round(((was - now) / was) * 100)),
      };
    }),
  );
  expect(sales.length).toBeGreaterThan(0);
  for (const { output, is } of sales) expect(output).toBe(is);
});
