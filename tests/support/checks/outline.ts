/** The outline of a page in a browser, and its width. */
import type { Page } from "playwright";

/** Not one h1, a level of heading that is left out in the main part, a list of nothing, a doubled id, no title. */
export async function outlineFaults(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() => {
    const headings = [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")]
      .filter((heading) => heading.checkVisibility())
      .map((heading) => ({
        level: Number(heading.tagName.slice(1)),
        text: heading.textContent,
        isInMain: heading.closest("main") !== null,
      }));
    const inMain = headings.filter(({ isInMain }) => isInMain);
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return [
      ...(headings.filter(({ level }) => level === 1).length === 1 ? [] : ["not exactly one h1"]),
      ...inMain
        .filter(({ level }, at) => level > (inMain[at - 1]?.level ?? 0) + 1)
        .map(({ level, text }) => `h${level} "${text}" skips a level`),
      ...[...document.querySelectorAll("ul, ol")]
        .filter((list) => list.checkVisibility() && !list.querySelector("li"))
        .map((list) => `a list without items: ${list.outerHTML.slice(0, 80)}`),
      ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two elements with the id ${id}`),
      ...(document.title === "" ? ["no title"] : []),
    ];
  });
}

/** By how many pixels the page scrolls sideways. */
export async function widthBeyondScreen(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
