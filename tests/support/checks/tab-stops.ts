/** What the Tab key reaches on a page, one stop after the other, as somebody sees it who uses no mouse. */
import type { Page } from "playwright";

/** More stops than any page has. */
const STOPS_MAX = 400;
const OUTLINE_MIN_PX = 2;
/** The longest that a stop may take to come into view: a script may scroll to it. */
const VIEW_MAX_MS = 5_000;

export type Stop = Readonly<{
  name: string;
  tag: string;
  /** Thickness of the outline round the element or, for a card or a hidden input, round what stands for it. */
  outlinePx: number;
  /** A part of it, or of what stands for it, is in the window and under nothing else. */
  isSeen: boolean;
}>;

/** The stop that has the focus; null for the page itself, and for a heading that a script has focused. */
export async function focusedStop(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body || element.tabIndex < 0) return null;
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement
        ? element.labels?.[0]
        : null;
    const name = element.getAttribute("aria-label") ?? label?.textContent ?? element.textContent;
    const outlineOf = (one: Element | null | undefined, pseudo?: string) => {
      if (!one) return 0;
      const style = getComputedStyle(one, pseudo);
      return style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
    };
    const bearers = [
      element,
      label,
      element.closest("article"),
      element.parentElement,
      element.nextElementSibling,
    ];
    const widths = bearers.flatMap((one) => [
      outlineOf(one),
      outlineOf(one, "::before"),
      outlineOf(one, "::after"),
    ]);
    const isSeen = (one: Element) =>
      [...one.getClientRects()].some((box) => {
        const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
        const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
        if (right - left < 3 || bottom - top < 3) return false;
        const points = [0.1, 0.5, 0.9].flatMap((across) =>
          [0.1, 0.5, 0.9].map((down) => [left + (right - left) * across, top + (bottom - top) * down]),
        );
        return points.some(([x = 0, y = 0]) => {
          const found = document.elementFromPoint(x, y);
          return one.contains(found) || found?.closest("label")?.contains(element) === true;
        });
      });
    return {
      name: name.replaceAll(/\s+/g, " ").trim(),
      tag: element.tagName,
      outlinePx: Math.max(...widths),
      isSeen: isSeen(element) || (label ? isSeen(label) : false),
    };
  });
}

/**
 * Presses Tab from the top of the page round to its top again. Answers with what somebody would miss: stops that are
 * covered, outside the window or without an outline, and a page that keeps the focus.
 */
export async function tabFaults(page: Page): Promise<ReadonlyArray<string>> {
  const faults: Array<string> = [];
  let first: Stop | null = null;
  for (let count = 0; count < STOPS_MAX; count += 1) {
    await page.keyboard.press("Tab");
    const stop = await stopInView(page);
    if (!stop) {
      await page.keyboard.press("Tab");
      const again = await focusedStop(page);
      if (count === 0 || again?.name !== first?.name)
        faults.push(`Tab does not come round to ${first?.name}`);
      return faults;
    }
    first ??= stop;
    if (!stop.isSeen) faults.push(`covered: ${stop.tag} "${stop.name}"`);
    if (stop.outlinePx < OUTLINE_MIN_PX) faults.push(`no outline: ${stop.tag} "${stop.name}"`);
  }
  return [...faults, `Tab never leaves the page`];
}

async function stopInView(page: Page): Promise<Stop | null> {
  const until = Date.now() + VIEW_MAX_MS;
  for (;;) {
    const stop = await focusedStop(page);
    if (!stop || stop.isSeen || Date.now() > until) return stop;
  }
}
