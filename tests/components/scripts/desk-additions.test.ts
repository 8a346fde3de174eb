// @vitest-environment jsdom
import { readFileSync } from "node:fs";

import { beforeEach, expect, test } from "vitest";

const SCRIPT = readFileSync("app/components/desk/desk-additions.js", "utf8");
const FRAME = '<p class="offline" role="status" data-offline="You are offline"></p>';
const DONE = '<div class="notice" role="status"><p>£54.00 is on its way</p></div>';

/** A page of the desk with `content`, once its script has run. */
function open(content: string) {
  document.title = "Order 10048212 | Desk";
  document.body.innerHTML = FRAME + content;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is a page’s script
  (new Function(SCRIPT) as () => void)();
  return { title: document.title, focused: document.activeElement?.textContent ?? "" };
}

beforeEach(() => document.body.replaceChildren());

test("what was done is in the title and has the focus, unless a field of the page asks for it", () => {
  expect(open(DONE)).toEqual({
    title: "Done: Order 10048212 | Desk",
    focused: "£54.00 is on its way",
  });
  expect(open(DONE + "<input autofocus>").title).toBe("Order 10048212 | Desk");
  expect(open(DONE.replace('"notice"', '"notice notice--warn"')).title).toBe("Order 10048212 | Desk");
  expect(open("").title).toBe("Order 10048212 | Desk");
});
