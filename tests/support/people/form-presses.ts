/** Filling in a form of whatever page, what a press of its button sends, and how the shop answers. */
import type { Page } from "playwright";

import { importsOf } from "#tests/support/checks/built-imports.ts";

import type { Shopper } from "./shopper.ts";

type Sent = Readonly<{ method: string; address: string; fields: Array<[string, string]> }>;

export type Outcome = Readonly<{
  path: string;
  headings: ReadonlyArray<string>;
  typed: ReadonlyArray<string>;
}>;

/** Opens what is closed, and changes every field that a person sees: to what most forms take. */
export function fillInAll(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("main details")) details.open = true;
    const values: Readonly<Record<string, string>> = {
      ...{
        number: "2",
        email: "hannah@example.com",
        tel: "07700 900142",
        password: "three small boats upstream",
      },
      ...{ text: "typed", search: "typed", textarea: "typed", date: "2027-03-04", postcode: "GL5 1QN" },
    };
    for (const field of document.querySelectorAll<HTMLInputElement>("input,select,textarea")) {
      const { form, name, type } = field;
      // What is only for programs has no place in the order of Tab.
      if (field.tabIndex < 0 || field.disabled || !field.checkVisibility()) continue;
      const options = field instanceof HTMLSelectElement ? [...field.options] : [];
      const group = [...(form?.elements ?? [])].filter(
        (one) => type === "radio" && one.getAttribute("name") === name,
      );
      // The last of several colours is sold out, and leaves no quantity to choose. Where one is, another leaves no alert.
      if (type === "checkbox" || (group.at(1) === field && form?.method === "post")) field.checked = true;
      const value = options.at(1)?.value ?? values[/^post/.test(name) ? "postcode" : type];
      if (!/checkbox|radio/.test(type)) field.value = value ?? field.value;
    }
  });
}

/** What the button `number` of the page sends, by scripts or without. */
export function sentBy(page: Page, number: number): Promise<Sent> {
  return page.evaluate((place) => {
    const button = document.querySelectorAll("button")[place] as HTMLButtonElement;
    const form = button.form as HTMLFormElement;
    const attribute = (key: string) => button.getAttribute(`form${key}`) ?? form.getAttribute(key);
    const { pathname, search } = new URL(attribute("action") ?? "", location.href);
    const fields = [...new FormData(form, button)].flatMap(([name, value]): Array<[string, string]> =>
      // What asks for an answer to scripts.
      typeof value !== "string" || /^(?:panel|script)$/.test(name) ? [] : [[name, value]],
    );
    return { method: attribute("method") ?? "get", address: pathname + search, fields };
  }, number);
}

/** How the shop answers a browser without scripts, after all redirects. */
export async function answeredPlainly(shopper: Shopper, { method, address, fields }: Sent) {
  const query = new URLSearchParams(fields).toString();
  let path = method === "post" ? address : `${address.replace(/\?.*/, "")}?${query}`;
  let answer = await (method === "post" ? shopper.post(path, fields) : shopper.get(path));
  while (answer.location) {
    const { pathname, search } = new URL(answer.location, "http://shop");
    path = pathname + search;
    answer = await shopper.get(path);
  }
  const isPage = answer.headers["content-type"]?.startsWith("text/html") ?? false;
  return { path, isPage, body: answer.body };
}

/**
 * What is shown at `address`, with one name for all that is made by chance: `html`, or what `page` shows. The counts of
 * the header are among the headings.
 */
export async function outcomeOf(page: Page, address: string, html: string | null = null): Promise<Outcome> {
  // A job refunds a cancelled order, before or after its page is drawn.
  const masked = (text: string) =>
    text.replace(/[a-z]+_[\w-]{22}|\b[A-Z\d]{4}-[A-Z\d]{4}\b/g, "…").replace(/^Refunded$/, "Cancelled");
  const { headings, typed } = await page.evaluate((text) => {
    const shown = text === null ? document : new DOMParser().parseFromString(text, "text/html");
    const fields = shown.querySelectorAll<HTMLInputElement>("main :is(input,textarea)");
    return {
      headings: [...shown.querySelectorAll("header a, h1, main h2")].map(({ textContent }) => textContent),
      typed: [...fields].flatMap(({ type, name, value }) =>
        /hidden|radio|checkbox/.test(type) || value === "" ? [] : [`${name} ${value}`],
      ),
    };
  }, html);
  const path = masked(new URL(address, "http://shop").pathname);
  return { path, headings: headings.map(masked), typed: typed.map(masked) };
}

/** The modules that draw the page at `route` and are not in `page`, and all that they import and it lacks. */
export async function missingScripts(page: Page, route: string): Promise<ReadonlyArray<string>> {
  const own = await missingModules(page, route);
  return notFetched(page, [...own, ...importsOf(...own)]);
}

/** Of the routes from the root to `route`; two addresses may have one module. */
async function missingModules(page: Page, route: string): Promise<ReadonlyArray<string>> {
  const modules = await page.evaluate((requested) => {
    type Entry = Readonly<{ parentId?: string; path?: string; module: string }>;
    const remix = window as unknown as {
      __remixManifest: { routes: Readonly<Record<string, Entry>> };
      __remixRouteModules: object;
    };
    const { routes } = remix.__remixManifest;
    const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
    const chainOf = (id: string | undefined): ReadonlyArray<string> =>
      id === undefined ? [] : [...chainOf(routes[id]?.parentId), id];
    const pathOf = (id: string) =>
      chainOf(id)
        .flatMap((one) => routes[one]?.path || [])
        .join("/");
    const found = Object.keys(routes).find((id) => !parents.has(id) && pathOf(id) === requested);
    const missing = chainOf(found).filter((id) => !(id in remix.__remixRouteModules));
    return missing.flatMap((id) => routes[id]?.module ?? []);
  }, route);
  return notFetched(page, modules);
}

function notFetched(page: Page, paths: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
  return page.evaluate(
    (all) =>
      all.filter((path) => performance.getEntriesByName(new URL(path, location.href).href).length === 0),
    [...new Set(paths)],
  );
}
