import type { Locator } from "playwright";

/** Until all of the element is within the window, as scripts may scroll to it. */
export async function comesIntoView(element: Locator): Promise<void> {
  await element.waitFor();
  const handle = await element.elementHandle();
  await element.page().waitForFunction((one) => {
    const { top, bottom } = (one as Element).getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  }, handle);
}
