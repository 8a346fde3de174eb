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
