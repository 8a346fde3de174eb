import { JSDOM } from "jsdom";
import { expect, test } from "vitest";

import { withAnchors } from "#app/models/content/article-html.ts";
import { proseHtml, safeHtml } from "#app/services/content/prose.server.ts";
import { blocksHtml } from "#app/services/content/strapi-texts.server.ts";
import { HOSTILE_HTML } from "#tests/support/checks/hostile-html.ts";

const ALLOWED_ATTRIBUTES =
  /^(href|rel|src|alt|width|height|loading|scope|colspan|rowspan|start|role|tabindex|aria-label|id)$/;

const FORBIDDEN = [
  ...[
    "script",
    "style",
    "iframe",
    "object",
    "embed",
    "base",
    "form",
    "input",
    "button",
    "meta",
    "svg",
    "math",
  ],
  ...["link", "noscript", "template", "textarea", "title", "xmp", "noembed", "plaintext", "details", "video"],
].join();

const { DOMParser } = new JSDOM("").window;
const parsed = (html: string) => new DOMParser().parseFromString(`<body>${html}</body>`, "text/html");

/** As a text of an article: between words, as Markdown, as HTML and as a block of text, with anchors. */
function waysIn(attack: string): ReadonlyArray<string> {
  return [
    proseHtml(`Before\n\n${attack}\n\nAfter`),
    proseHtml(`Before ${attack} after\n\n> ${attack}\n\n## ${attack}`),
    safeHtml(attack),
    safeHtml(blocksHtml([{ type: "paragraph", children: [{ type: "text", text: attack }] }])),
    safeHtml(blocksHtml([{ type: "link", url: attack, children: [{ type: "text", text: "x" }] }])),
  ].map((html) => withAnchors(html).html);
}

test.each(HOSTILE_HTML)("hostile markup is removed: %s", (attack) => {
  for (const html of waysIn(attack)) {
    const document = parsed(html);
    expect(document.body.querySelectorAll(FORBIDDEN)).toHaveLength(0);
    for (const element of document.body.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        expect(name).toMatch(ALLOWED_ATTRIBUTES);
        if (name === "id") expect(value).toMatch(/^part-[a-z0-9-]+$/);
      }
    }
    for (const link of document.querySelectorAll("a[href]")) {
      const href = link.getAttribute("href") ?? "";
      expect(["http:", "https:", "mailto:", "tel:"]).toContain(
        new URL(href, "https://shop.example").protocol,
      );
      expect(href).not.toMatch(/^[\s\\/]*\/\//);
    }
    for (const image of document.querySelectorAll("img")) {
      const address = new URL(image.getAttribute("src") ?? "", "https://shop.example");
      expect([address.origin, address.pathname.startsWith("/image/")]).toEqual([
        "https://shop.example",
        true,
      ]);
    }
    // What was made safe stays as it is when a browser reads it and it is written down again.
    expect(parsed(document.body.innerHTML).body.innerHTML).toBe(document.body.innerHTML);
  }
});

test("headings stay below the page's h1 and in order", () => {
  expect(proseHtml("# One\n\n## Two\n\n### Three")).toBe("<h2>One</h2>\n<h3>Two</h3>\n<h4>Three</h4>");
  expect(proseHtml("## Two\n\n### Three")).toBe("<h2>Two</h2>\n<h3>Three</h3>");
});

test("a table can be scrolled by keyboard and is named after its heading", () => {
  const html = proseHtml('## Sizes "and" weights\n\n| A | B |\n|---|---|\n| 1 | 2 |');
  const { document } = new JSDOM(html).window;

  const region = document.querySelector("div[role=region]");
  expect(region?.getAttribute("aria-label")).toBe('Table 1: Sizes "and" weights');
  expect(region?.getAttribute("tabindex")).toBe("0");
  expect(region?.querySelectorAll("th[scope=col]")).toHaveLength(2);
});

test.each([
  ["| A | B |\n|---|---|\n| **1** | 2 |\n| [3](/c) | 4 |", ["1", "3"]],
  ["| | B |\n|---|---|\n| | 2 |\n| 3 | |", ["3"]],
  ["| A |\n|---|\n| 1 |", []],
  ["<table><tr><td>1</td> <td>2</td></tr></table>", ["1"]],
  ["<table><tr><td><table><tr><td>1</td><td>2</td></tr></table></td><td>3</td></tr></table>", ["1"]],
  ['<table><tr><th scope="row">1</th><td>2</td></tr></table>', ["1"]],
])("the first of several cells of a row is its head, unless it is empty: %s", (text, heads) => {
  const { document } = new JSDOM(proseHtml(text)).window;

  const found = [...document.querySelectorAll("th[scope=row]")].map(({ textContent }) => textContent);
  expect(found).toEqual(heads);
});

test("an external link is marked, and an internal link is plain", () => {
  expect(proseHtml("[a](https://nhs.uk) [b](/blog)")).toBe(
    '<p><a href="https://nhs.uk" rel="noopener external">a</a> <a href="/blog">b</a></p>',
  );
});

test("bullets as a word processor writes them make a list", () => {
  expect(proseHtml("Before you wash:\n\n• one\n•\u00a0two\n· three")).toBe(
    "<p>Before you wash:</p>\n<ul>\n<li>one</li>\n<li>two</li>\n<li>three</li>\n</ul>",
  );
});

test("of thousands of stars only the first can be emphasis, so that no text takes seconds", () => {
  const html = proseHtml("*a* ".repeat(3_000));

  expect(html.match(/<em>/g)).toHaveLength(500);
  expect(html.match(/\*a\*/g)).toHaveLength(2_500);
});

/** As long as a page may be. */
const LONGEST = 20_000;

test.each([
  ...["[a](", "![a](", "[a](<", "[](", "[a](b '", "[[a](", "[a]((", "[", "![", "[a]", "](", "[a]: ", "[a]["],
  ...[
    "*a ",
    "_a",
    "\\*a ",
    "\\_a",
    '[a](x "',
    "~~a ",
    "`",
    "``a`",
    "<a ",
    "<",
    "<!--",
    "<p>",
    "<td>x",
    "|",
    "|a|b|\n|-|-|\n",
  ],
  ...["- ", "1. ", "> ", ">", "- > ", "#", "&", "\\", "http://a.", "a@b.", "(", ")", "\t", "  \n"],
])("a page that repeats %j to the end is read", (text) => {
  expect(proseHtml(text.repeat(LONGEST / text.length))).toBeTypeOf("string");
});

test("an escaped star stays escaped, also among thousands", () => {
  const html = proseHtml(`${"*a* ".repeat(1_000)}\\*b\\*`);

  expect(html).toMatch(/\*a\* \*b\*<\/p>$/);
});

test.each([
  ['[Size](/guide "Table (cm")', '<p><a href="/guide">Size</a></p>'],
  ["[a](/x\\(y)", '<p><a href="/x(y">a</a></p>'],
  ["[a](</x(y>)", '<p><a href="/x(y">a</a></p>'],
  ["[a](/it's)", '<p><a href="/it\'s">a</a></p>'],
])("the link %j is one", (text, html) => {
  expect(proseHtml(text).replace("&#39;", "'")).toBe(html);
});

test("a link may have brackets in its address, and a bracket that is never closed stands for itself", () => {
  expect(proseHtml('[a](/x_(y)) and [b](/z "1") and [c](/never')).toBe(
    '<p><a href="/x_(y)">a</a> and <a href="/z">b</a> and [c](/never</p>',
  );
});
