/** A page as a browser without scripts reads it. */
import { JSDOM } from "jsdom";

import type { Fields } from "./shopper.ts";

export type Page = Readonly<{
  document: Document;
  /** Words of the first element that `selector` finds, one space between them; null where there is none. */
  text: (selector: string) => string | null;
  /** What the form sends when the button with this intent is pressed. */
  fields: (form: HTMLFormElement, intent: string) => Fields;
}>;

export function readPage(html: string, address: string): Page {
  const { window } = new JSDOM(html, { url: address });
  const { document } = window;
  return {
    document,
    text: (selector) => wordsOf(document.querySelector(selector)),
    fields: (form, intent) => {
      const given = [...new window.FormData(form).entries()].flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value] as const] : [],
      );
      return { ...Object.fromEntries(given), intent };
    },
  };
}

export function wordsOf(element: Element | null): string | null {
  return element?.textContent.replace(/\s+/g, " ").trim() ?? null;
}
