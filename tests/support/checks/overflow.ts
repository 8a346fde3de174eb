import type { Page } from "playwright";

/** How far the page scrolls sideways, in pixels, and the innermost elements that lie outside the window; null if it does not. */
export async function overflowOf(page: Page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const sideways = document.documentElement.scrollWidth - width;
    // A pixel is rounding.
    if (sideways <= 1) return null;
    const outside = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > width + 1 && element.checkVisibility(),
    );
    const innermost = outside.filter(
      (element) => !outside.some((one) => one !== element && element.contains(one)),
    );
    const texts = innermost.map(
      (element) =>
        `${element.localName}.${element.getAttribute("class") ?? ""} ${element.textContent.trim().slice(0, 30)}`,
    );
    return { sideways, innermost: texts.slice(0, 5) };
  });
}

/** Texts of which a box cuts something off that nobody can scroll to, each with what is cut. */
export async function cutTexts(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() => {
    const boxesAround = (text: Node) => {
      const boxes: Array<Element> = [];
      for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
        const { display, overflowX, overflowY } = getComputedStyle(box);
        if (display !== "inline" && /hidden|clip/.test(overflowX + overflowY)) boxes.push(box);
      }
      return boxes.map((box) => box.getBoundingClientRect());
    };
    const isCut = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const boxes = boxesAround(text);
      // What only screen readers see is clipped to a pixel.
      if (boxes.some(({ width }) => width <= 2)) return false;
      // A line is higher than its letters.
      const slack = (bottom - top) / 4;
      return boxes.some(
        (box) =>
          left < box.left - 1 ||
          right > box.right + 1 ||
          top < box.top - slack ||
          bottom > box.bottom + slack,
      );
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Array<string> = [];
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const parent = currentNode.parentElement;
      if (!currentNode.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true }))
        continue;
      if (parent.matches("script, style, option")) continue;
      if (isCut(currentNode))
        found.push(`${parent.localName}.${parent.className} ${currentNode.textContent.trim().slice(0, 30)}`);
    }
    return found;
  });
}

/** Words that stand on three lines or more, as nobody reads them: their column has no room. */
export async function brokenTexts(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Array<string> = [];
    while (texts.nextNode()) {
      const { currentNode } = texts;
      if (!currentNode.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
      for (const { 0: word, index } of (currentNode.textContent ?? "").matchAll(/\S{3,}/g)) {
        const range = document.createRange();
        range.setStart(currentNode, index);
        range.setEnd(currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 2 && range.getBoundingClientRect().width > 2) found.push(word);
      }
    }
    return found;
  });
}

/**
 * What scrolls sideways and does not show it: neither a shadow nor something cut by its edge. A column that ends there by
 * chance looks like the end of the table.
 */
export async function unmarkedScrollers(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() => {
    const scrolls = (box: Element) =>
      /auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1;
    const isMarked = (box: Element) => {
      const { backgroundImage, maskImage } = getComputedStyle(box);
      if (/gradient/.test(backgroundImage + maskImage)) return true;
      const edge = box.getBoundingClientRect().right;
      return [...box.querySelectorAll("a, button, img, li")].some((part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return left < edge - 8 && right > edge + 8 && width < box.clientWidth;
      });
    };
    return [...document.querySelectorAll("body *")]
      .filter((box) => box.checkVisibility({ visibilityProperty: true }) && scrolls(box) && !isMarked(box))
      .map(
        (box) => `${box.localName}.${box.getAttribute("class") ?? ""} ${box.textContent.trim().slice(0, 30)}`,
      );
  });
}

/** Short texts on two lines within a round shape that is made for one. */
export async function brokenPills(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() => {
    const SHORT = 24;
    const isPill = (box: Element) => {
      const { borderTopLeftRadius, display } = getComputedStyle(box);
      const { height, width } = box.getBoundingClientRect();
      return display !== "inline" && width > height && Number.parseFloat(borderTopLeftRadius) >= height / 2;
    };
    const isBroken = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 2);
      return new Set(lines.map(({ top }) => Math.round(top))).size > 1;
    };
    return [...document.querySelectorAll("a, button, label, summary, span, strong, em, li")]
      .filter((box) => box.checkVisibility({ visibilityProperty: true }) && isPill(box))
      .filter((box) => box.textContent.trim().length <= SHORT)
      .filter((box) => {
        const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) if (isBroken(texts.currentNode)) return true;
        return false;
      })
      .map((box) => `${box.localName}.${box.getAttribute("class") ?? ""} ${box.textContent.trim()}`);
  });
}
