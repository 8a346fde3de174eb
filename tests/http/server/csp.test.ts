import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { newPage } from "#app/http/response/html.server.ts";
import {
  markedScriptHashes,
  newScriptMark,
  pagePolicy,
  type ScriptMark,
} from "#app/http/server/csp.server.ts";

function sha(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const mark = newScriptMark();

test("each script with the shop's marker is allowed by the hash of its exact text, once", () => {
  const own = `<script${mark.attribute}>let a = "é";</script>`;
  const html = `${own}<p>x</p><script${mark.attribute} type="module" async="">\nimport "/a.js";\n</script>${own}`;

  expect(markedScriptHashes(html, mark)).toEqual([sha('let a = "é";'), sha('\nimport "/a.js";\n')]);
});

test.each([
  "<script>alert(1)</script>",
  '<script nonce="">alert(1)</script>',
  '<script nonce="guessed">alert(1)</script>',
  `<script${newScriptMark().attribute}>alert(1)</script>`,
  '<script type="module" async="">alert(1)</script>',
  `<script data-x='${mark.attribute}'>alert(1)</script>`,
])("%s gets no hash, because it is not a script of the shop's", (injected) => {
  const html = `${injected}<script${mark.attribute}>own()</script>${injected}`;

  expect(markedScriptHashes(html, mark)).toEqual([sha("own()")]);
});

test("an element swallowed by an injected one does not run, and its script is not allowed", () => {
  const html = `<script>evil();//<script${mark.attribute}>own()</script>`;

  expect(markedScriptHashes(html, mark)).toEqual([sha("own()")]);
  expect(sha("own()")).not.toBe(sha(`evil();//<script${mark.attribute}>own()`));
});

test("external scripts and data blocks need no hash", () => {
  const html =
    `<script${mark.attribute} src="/a.js"></script>` +
    `<script${mark.attribute} type="application/ld+json">{"@type":"Product"}</script>`;

  expect(markedScriptHashes(html, mark)).toEqual([]);
});

test("a page is sent without the marker, and equal pages stay equal", () => {
  const page = (mark: ScriptMark) => {
    const { policy, bodies } = newPage("key", `<p>x</p><script${mark.attribute}>own()</script>`, { mark });
    return { policy, html: new TextDecoder().decode(bodies.drawn) };
  };

  expect(page(mark).html).toBe("<p>x</p><script>own()</script>");
  expect(page(mark)).toEqual(page(newScriptMark()));
  expect(page(mark).policy).toContain(`script-src 'self' ${sha("own()")};`);
  expect(newPage("key", "<script>own()</script>").policy).toContain("script-src 'self';");
});

test("the style of a theme is allowed by the hash of its own text, whatever styles the page has", () => {
  const style = ":root{--holly:#1f3c6b}";
  const html = `<style>${style}</style><style>p{color:red}</style>`;

  expect(newPage("key", html, { style }).policy).toContain(`style-src 'self' ${sha(style)};`);
  expect(newPage("key", html).policy).toContain("style-src 'self';");
});

test("the policy allows inline only the scripts that it names", () => {
  const policy = pagePolicy([sha("x")]);

  expect(policy).toContain(`script-src 'self' ${sha("x")};`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("form-action 'self' http://localhost:3000");
  expect(policy).not.toContain("unsafe");
  expect(policy).not.toContain("upgrade-insecure-requests");
});
