import { JSDOM } from "jsdom";
import { expect, test } from "vitest";

import { proseHtml, safeHtml } from "#app/services/content/prose.server.ts";

const HOSTILE = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '<img src="https://spy.example/p.gif">',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\nscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/blog" onclick="alert(1)" style="position:fixed" id="cookies" name="cookie" target="_top">x</a>',
  "<svg onload=alert(1)><animate onbegin=alert(1)></svg>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></mtext></math>",
  "<style>body{display:none}</style>",
  '<iframe src="https://evil.example"></iframe><object data="x"></object><embed src="x">',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example"><input name="card"><button>Pay</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<p style="background:url(https://evil.example)" class="button" id="__remixContext">x</p>',
  '<div role="alert" tabindex="0" aria-label="x" onfocus=alert(1) autofocus>x</div>',
  "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
];

const ALLOWED_ATTRIBUTES =
  /^(href|rel|src|alt|width|height|loading|scope|colspan|rowspan|start|role|tabindex|aria-label)$/;

test("nothing hostile survives, as Markdown or as HTML", () => {
  for (const attack of HOSTILE) {
    for (const html of [proseHtml(`Before\n\n${attack}\n\nAfter`), safeHtml(attack)]) {
      const { document } = new JSDOM(html).window;
      const forbidden = "script,style,iframe,object,embed,base,form,input,button,meta,svg,math,link,noscript,template";
      expect(document.body.querySelectorAll(forbidden), attack).toHaveLength(0);
      for (const element of document.body.querySelectorAll("*")) {
        for (const { name } of element.attributes) expect(name, attack).toMatch(ALLOWED_ATTRIBUTES);
      }
      for (const link of document.querySelectorAll("a[href]")) {
        expect(link.getAttribute("href"), attack).toMatch(/^(https?:|mailto:|tel:|\/(?!\/)|#)/);
      }
      for (const image of document.querySelectorAll("img")) {
        expect(image.getAttribute("src"), attack).toMatch(/^\/image\//);
      }
    }
  }
});

test("headings stay below the page's h1 and keep their order", () => {
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

test("a link to elsewhere says so, a link inside the shop stays plain", () => {
  expect(proseHtml("[a](https://nhs.uk) [b](/blog)")).toBe(
    '<p><a href="https://nhs.uk" rel="noopener external">a</a> <a href="/blog">b</a></p>',
  );
});
