import type { Page } from "playwright";

/** WCAG 2.2, success criterion 1.4.12. */
export const TEXT_SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } " +
  "p { margin-bottom: 2em !important }";

/** Puts a style sheet of the reader's own onto the page, past its policy. */
export async function withStyle(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, css);
}
