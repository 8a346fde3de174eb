// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { returnTranslatedTexts } from "#app/hooks/translated-texts.ts";

const { removeChild, insertBefore } = Object.getOwnPropertyDescriptors(Node.prototype);

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(Text.prototype, "nodeValue");
  Object.defineProperties(Node.prototype, { removeChild, insertBefore });
});

/** As a browser's translator does: an element in the place of each text, at once or one call after the other. */
function translate(root: Element, isAtOnce: boolean): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Array<Node> = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  for (const text of found) {
    const font = document.createElementNS("http://www.w3.org/1999/xhtml", "font");
    font.textContent = `«${text.textContent ?? ""}»`;
    if (isAtOnce) text.parentNode?.replaceChild(font, text);
    else {
      text.parentNode?.insertBefore(font, text);
      text.parentNode?.removeChild(text);
    }
  }
}

function Sum({ sum, note }: Readonly<{ sum: string; note: boolean }>) {
  return (
    <button>
      Pay now {sum}
      {note ? " today" : null}
      {note ? <b>!</b> : null}
    </button>
  );
}

test.each([
  ["in one call", true, 1],
  ["in two calls", false, 1],
  ["twice", true, 2],
])("what React writes is seen where a translator has replaced the texts %s", (_, isAtOnce, times) => {
  const { container, rerender } = render(<Sum sum="£1" note />);
  returnTranslatedTexts(container);
  for (let time = 0; time < times; time += 1) translate(container, isAtOnce);
  expect(container.querySelectorAll(":is(font)").length).toBeGreaterThan(3);

  act(() => rerender(<Sum sum="£2" note />));
  expect(container.textContent.replace(/[«»]/g, "")).toBe("Pay now £2 today!");

  act(() => rerender(<Sum sum="£3" note={false} />));
  expect(container.textContent.replace(/[«»]/g, "")).toBe("Pay now £3");

  act(() => rerender(<Sum sum="£3" note />));
  expect(container.textContent.replace(/[«»]/g, "")).toBe("Pay now £3 today!");
});
