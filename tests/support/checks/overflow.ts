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
