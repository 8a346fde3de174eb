import type { Page } from "playwright";

/** The words of what has the keyboard, trimmed; "" where nothing has it, not those of the whole page. */
export function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement, body } = document;
    return activeElement && activeElement !== body ? activeElement.textContent.trim() : "";
  });
}
