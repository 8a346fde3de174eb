import { expect, test } from "vitest";

import { openParts } from "#app/http/cache/fragment-cache.server.ts";

/** A component, as far as the cache is concerned. */
const part = () => ({});

/** The element `tag` as React writes it for a part that is not stored. */
function drawn(tag: string, mark: string, inside: string): string {
  return `<${tag} class="a &gt; b" data-stored="${mark}">${inside}</${tag}>`;
}

/** Draws `inside` as the part `of` what it is given, and stores it; answers with the page. */
function draw(
  card: object,
  of: object,
  { inside = "<p>Rainbow</p>", tag = "article", scope = "" } = {},
): string {
  const parts = openParts(scope);
  const known = parts.look(card, of);
  if ("html" in known) throw new Error("It is stored already");
  return parts.keep(`<main>${drawn(tag, known.mark, inside)}<p>after</p></main>`);
}

test("a drawn fragment is cached by its component and data, and its marker is removed from the page", () => {
  const card = part();

  const page = draw(card, { id: 1, name: "Rainbow" });

  expect(page).toBe(`<main><article class="a &gt; b"><p>Rainbow</p></article><p>after</p></main>`);
  expect(openParts("").look(card, { id: 1, name: "Rainbow" })).toEqual({ html: "<p>Rainbow</p>" });
});

test.each<[string, Readonly<{ of?: object; scope?: string; isOther?: boolean }>]>([
  ["other data", { of: { id: 2 } }],
  ["another component", { isOther: true }],
  ["a visitor who saves data", { scope: "saves data" }],
])("%s is another fragment", (_, { of = { id: 1 }, scope = "", isOther = false }) => {
  const card = part();
  draw(card, { id: 1 });

  expect(openParts(scope).look(isOther ? part() : card, of)).toHaveProperty("mark");
});

test("a fragment ends at its own closing tag, not at that of a nested element of the same kind", () => {
  const menu = part();
  const inside = "<div><div>Blocks</div></div><div>Trains</div>";

  draw(menu, { id: 1 }, { inside, tag: "div" });

  expect(openParts("").look(menu, { id: 1 })).toEqual({ html: inside });
});

test("a nested fragment is cached without its marker, and separately", () => {
  const outer = part();
  const inner = part();
  const parts = openParts("");
  const [first, second] = [parts.look(outer, {}), parts.look(inner, {})];
  if ("html" in first || "html" in second) throw new Error("Stored already");

  const page = parts.keep(drawn("section", first.mark, drawn("article", second.mark, "x")));

  expect(page).not.toContain("data-stored");
  expect(openParts("").look(outer, {})).toEqual({ html: '<article class="a &gt; b">x</article>' });
  expect(openParts("").look(inner, {})).toEqual({ html: "x" });
});

test("a fragment that breaks off before its closing tag is not cached", () => {
  const card = part();
  const parts = openParts("");
  const known = parts.look(card, {});
  if ("html" in known) throw new Error("Stored already");

  parts.keep(`<article data-stored="${known.mark}"><p>Rainbow`);

  expect(openParts("").look(card, {})).toHaveProperty("mark");
});

test("an incomplete page caches nothing", () => {
  const card = part();
  openParts("").look(card, { id: 1 });

  expect(openParts("").look(card, { id: 1 })).toHaveProperty("mark");
});

test("text that looks like a marker stays text", () => {
  const parts = openParts("");
  const words = '<p data-stored="guess-0">guess</p>';

  expect(parts.keep(words)).toBe(words);
  parts.look(part(), {});
  expect(parts.keep(words)).toBe(words);
});
