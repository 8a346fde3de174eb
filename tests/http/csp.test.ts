import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { inlineScriptHashes, pagePolicy } from "#app/http/csp.server.ts";

function sha(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

test("each inline script is allowed by the hash of its exact text, once", () => {
  const html = `<script>let a = "é";</script><p>x</p><script type="module" async="">\nimport "/a.js";\n</script><script>let a = "é";</script>`;

  expect(inlineScriptHashes(html)).toEqual([sha('let a = "é";'), sha('\nimport "/a.js";\n')]);
});

test("files and data blocks need no hash", () => {
  const html = `<script src="/a.js"></script><script type="application/ld+json">{"@type":"Product"}</script>`;

  expect(inlineScriptHashes(html)).toEqual([]);
});

test("the policy allows nothing inline but what it names", () => {
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
