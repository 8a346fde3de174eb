// @vitest-environment jsdom
import { readFileSync } from "node:fs";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { scrollToElement } from "#app/hooks/scroll-to.ts";

const FORM_ERROR_OFFSET_PX = 75;
/** How far down the page the element is, in pixels. */
const DEEP_PX = 1075;

let scrolled: Array<number> = [];
let wantsLessMotion = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "requestAnimationFrame"] });
  scrolled = [];
  window.scrollTo = (_?: unknown, y?: number) => {
    scrolled.push(y ?? 0);
  };
  window.matchMedia = () => ({ matches: wantsLessMotion }) as MediaQueryList;
  document.documentElement.style.scrollPaddingTop = `${FORM_ERROR_OFFSET_PX}px`;
});

afterEach(() => {
  vi.useRealTimers();
  wantsLessMotion = false;
});

function deepElement(): Element {
  const element = document.createElement("p");
  element.getBoundingClientRect = () => ({ top: DEEP_PX }) as DOMRect;
  return element;
}

test("an element is scrolled to 75 px below the top in half a second", () => {
  scrollToElement(deepElement());

  vi.advanceTimersByTime(250);
  expect(scrolled.at(-1)).toBeGreaterThan(500);
  expect(scrolled.at(-1)).toBeLessThan(1000);
  vi.advanceTimersByTime(270);
  expect(scrolled.at(-1)).toBe(DEEP_PX - FORM_ERROR_OFFSET_PX);
  const steps = scrolled.length;
  vi.advanceTimersByTime(500);
  expect(scrolled).toHaveLength(steps);
});

test.each(["pointerdown", "touchstart", "wheel", "keydown"])(
  "a user's input stops a scroll under way: %s",
  (move) => {
    scrollToElement(deepElement());
    vi.advanceTimersByTime(100);
    const before = scrolled.at(-1);

    window.dispatchEvent(new Event(move));
    vi.advanceTimersByTime(500);

    expect(before).toBeGreaterThan(0);
    expect(scrolled.at(-1)).toBe(before);
  },
);

test("with reduced motion the scroll is immediate", () => {
  wantsLessMotion = true;

  scrollToElement(deepElement());

  expect(scrolled).toEqual([DEEP_PX - FORM_ERROR_OFFSET_PX]);
});

test("the offset of form errors is the page's scroll padding, so that links to fields have it without scripts too", () => {
  expect(readFileSync("app/styles/base.css", "utf8")).toContain("scroll-padding-top: 75px;");
});
