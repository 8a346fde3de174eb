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

/** One window for all pages: a new one for each takes as long as reading it. */
const reader = new JSDOM("");

export function readPage(html: string, address: string): Page {
  // A document that is parsed has the address that the window has at the time.
  reader.reconfigure({ url: address });
  const { window } = reader;
  const document = new window.DOMParser().parseFromString(html, "text/html");
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
