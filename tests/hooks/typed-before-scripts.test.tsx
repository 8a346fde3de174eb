// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";

import { carryOverTyped, rememberControls } from "#app/hooks/typed-before-scripts.ts";
import { useBrowserLayoutEffect } from "#app/hooks/use-browser-layout-effect.ts";

afterEach(() => document.body.replaceChildren());

function Page({ children }: Readonly<{ children: ReactNode }>) {
  useBrowserLayoutEffect(carryOverTyped, []);
  return <main>{children}</main>;
}

function Controlled() {
  const [words, setWords] = useState("");
  return (
    <label>
      <input name="controlled" value={words} onChange={({ target }) => setWords(target.value)} />
      <output>{words}</output>
    </label>
  );
}

const FORMS = (
  <Page>
    <form action="/one">
      <input name="name" />
      <input type="checkbox" name="gift" defaultChecked />
      <input type="radio" name="way" value="post" />
      <input type="radio" name="way" value="collect" />
      <input type="hidden" name="token" value="new" />
      <select name="size" defaultValue="s">
        <option value="s">S</option>
        <option value="m">M</option>
      </select>
      <textarea name="message" />
      <textarea name="words" defaultValue="For the first nights" />
      <Controlled />
    </form>
    <form action="/two">
      <input name="name" />
    </form>
    <input type="checkbox" data-switch="" />
    <details>
      <summary>More</summary>
    </details>
  </Page>
);

/** What a visitor does before the scripts come. */
const DONE: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
  ["form[action='/one'] [name=name]", { value: "Ida" }],
  ["form[action='/two'] [name=name]", { value: "Ivo" }],
  ["[name=gift]", { checked: false }],
  ["[data-switch]", { checked: true }],
  ["[value=collect]", { checked: true }],
  ["[name=size]", { value: "m" }],
  ["[name=message]", { value: "Hello\nthere" }],
  ["[name=words]", { value: "For the second ones" }],
  ["[name=controlled]", { value: "typed" }],
  ["details", { open: true }],
];

test.each([
  ["a page that nobody has changed", false],
  ["a page that an extension has changed", true],
])("what was done before the scripts came is still there on %s", async (_, isChanged) => {
  // React says that it draws anew, and that a layout effect is nothing for a server.
  const complain = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const page = document.createElement("div");
  document.body.replaceChildren(page);
  page.innerHTML = renderToString(FORMS);
  const main = page.firstElementChild;
  if (isChanged) page.querySelector("input")?.before(document.createElement("x-extension"));
  for (const [selector, done] of DONE) Object.assign(page.querySelector(selector) ?? {}, done);
  page.querySelector<HTMLElement>("[name=message]")?.focus();

  rememberControls(page);
  await act(async () => void hydrateRoot(page, FORMS, { onRecoverableError: () => undefined }));

  complain.mockClear();
  expect(page.firstElementChild === main).toBe(!isChanged);
  for (const [selector, done] of DONE) expect(page.querySelector(selector), selector).toMatchObject(done);
  expect(page.querySelector<HTMLInputElement>("[value=post]")?.checked).toBe(false);
  if (isChanged) expect(page.querySelector("output")?.textContent).toBe("typed");
  expect(document.activeElement?.getAttribute("name")).toBe("message");
});
