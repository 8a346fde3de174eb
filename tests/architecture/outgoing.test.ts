import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { expect, test } from "vitest";

const eslint = new ESLint();
const RULES = [
  "@typescript-eslint/no-restricted-imports",
  "no-restricted-globals",
  "no-restricted-properties",
];

const PLANTED = [
  "app/services/search/planted.server.ts",
  "app/models/cart/planted.server.ts",
  "app/routes/planted.tsx",
];
const CALLS = [
  'import http from "node:http";\nhttp.get("http://a.example");\n',
  'import { request } from "node:https";\nrequest("https://a.example");\n',
  'import { connect } from "node:net";\nconnect(80);\n',
  'import { fetch } from "undici";\nvoid fetch("https://a.example");\n',
  'void fetch("https://a.example");\n',
  'void globalThis.fetch("https://a.example");\n',
];

test.each(PLANTED.flatMap((file) => CALLS.map((code) => [file, code] as const)))(
  "in %s, opening a connection is reported: %s",
  async (file, code) => {
    expect(await complaints(file, code)).toHaveLength(1);
  },
);

test.each([
  ["app/services/outgoing/planted.server.ts", CALLS[0]],
  ["app/hooks/planted.ts", CALLS[4]],
  [
    "app/http/request/planted.server.ts",
    'import type { IncomingMessage } from "node:http";\nexport type A = IncomingMessage;\n',
  ],
  ["app/http/request/planted.server.ts", 'import { isIP } from "node:net";\nisIP("::1");\n'],
])("in %s, code that opens no forbidden connection is accepted", async (file, code) => {
  expect(await complaints(file, code ?? "")).toEqual([]);
});

/** Ids of the rules above that `code` breaks when it stands in `filePath`. Needs no type information. */
async function complaints(filePath: string, code: string): Promise<ReadonlyArray<string | null>> {
  const config = (await eslint.calculateConfigForFile(filePath)) as { rules: Record<string, unknown> };
  const rules = Object.fromEntries(RULES.map((name) => [name, config.rules[name] ?? "off"]));
  const single = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ["**/*.{ts,tsx}"],
        languageOptions: { parser: tseslint.parser },
        plugins: { "@typescript-eslint": tseslint.plugin },
        rules: rules as never,
      },
    ],
  });
  const [result] = await single.lintText(code, { filePath });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
}
