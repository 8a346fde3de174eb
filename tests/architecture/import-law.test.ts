import { ESLint } from "eslint";
import { expect, test } from "vitest";

import { NOUNS } from "#eslint.config";

const eslint = new ESLint();

/** One planted import for each row of the law: the file it is planted in, and what it may not name. */
const VIOLATIONS: ReadonlyArray<readonly [layer: string, file: string, specifier: string]> = [
  ["rules", "app/models/cart/planted.ts", "react"],
  ["rules", "app/models/cart/planted.ts", "kysely"],
  ["rules", "app/models/cart/planted.ts", "node:fs"],
  ["rules", "app/models/cart/planted.ts", "#app/models/cart/cart.server.ts"],
  ["rules", "app/models/cart/planted.ts", "./cart.server.ts"],
  ["ports", "app/services/email/planted-port.ts", "kysely"],
  ["ports", "app/services/email/planted-port.ts", "#app/models/cart/cart.server.ts"],
  ["config", "app/config.server.ts", "#app/models/shared/money.ts"],
  ["fairness", "app/event-loop-fairness.server.ts", "#app/db/db.server.ts"],
  ["db", "app/db/planted.server.ts", "#app/models/cart/cart.server.ts"],
  ["seed", "app/db/seed/planted.server.ts", "#app/http/server/front-server.server.ts"],
  ["services", "app/services/email/planted-embedded.server.ts", "#app/models/cart/cart.server.ts"],
  ["vendor adapters", "app/services/email/planted-smtp.server.ts", "#app/db/db.server.ts"],
  ["models", "app/models/cart/planted.server.ts", "#app/http/session/session.server.ts"],
  ["models", "app/models/cart/planted.server.ts", "@remix-run/node"],
  ["http", "app/http/request/planted.server.ts", "#app/db/db.server.ts"],
  ["http", "app/http/request/planted.server.ts", "#app/services/email/email.server.ts"],
  ["components", "app/components/ui/planted.tsx", "#app/models/cart/cart.server.ts"],
  ["components", "app/components/ui/planted.tsx", "#app/http/response/meta.ts"],
  ["components", "app/components/ui/planted.tsx", "zod"],
  ["hooks", "app/hooks/planted.ts", "#app/routes/cart/cart.tsx"],
  ["routes", "app/routes/cart/planted.tsx", "#app/db/db.server.ts"],
  ["routes", "app/routes/cart/planted.tsx", "#app/config.server.ts"],
  ["paths", "app/paths.ts", "#app/models/shared/money.ts"],
  ["everything", "app/routes/cart/planted.tsx", "../../models/shared/money.ts"],
];

test.each(VIOLATIONS)("the import law of %s catches %s importing %s", async (_layer, file, specifier) => {
  const ids = await restricted(file, `import "${specifier}";\n`);

  expect(ids).toContain("no-restricted-imports");
});

test("http may ask which database is read from and whether an error means that it is unavailable", async () => {
  const code = 'import "#app/db/replica.server.ts";\nimport "#app/db/dialect.server.ts";\n';

  expect(await restricted("app/http/server/planted.server.ts", code)).toEqual([]);
});

/** For each noun one import of every noun that it may not name, in its rules and in its models. */
const NOUN_VIOLATIONS = Object.entries<ReadonlyArray<string>>(NOUNS).flatMap(([noun, allowed]) =>
  [`app/models/${noun}/planted.ts`, `app/models/${noun}/planted.server.ts`].map((file) => ({
    file,
    allowed,
    forbidden: Object.keys(NOUNS).filter((other) => other !== noun && !allowed.includes(other)),
  })),
);

test.each(NOUN_VIOLATIONS)("$file may not import any noun that its row does not name", async (row) => {
  const code = (nouns: ReadonlyArray<string>) =>
    nouns.map((other) => `import "#app/models/${other}/planted.ts";\n`).join("");

  expect(await restricted(row.file, code(row.forbidden))).toHaveLength(row.forbidden.length);
  expect(await restricted(row.file, code(row.allowed))).toEqual([]);
});

test.each([
  ["new Date()", "export const a = () => new Date();\n"],
  ["Date.now()", "export const a = () => Date.now();\n"],
  ["Math.random()", "export const a = () => Math.random();\n"],
])("a rule that reads %s is reported", async (_what, code) => {
  expect(await restricted("app/models/cart/planted.ts", code)).toContain("no-restricted-syntax");
});

test.each([
  ["once close", 'response.once("close", () => undefined);\n'],
  ["on finish", 'res.on("finish", () => undefined);\n'],
  ["a listener for close", 'response.addListener("close", () => undefined);\n'],
])("listening to a response's end without whenRequestEnds is reported: %s", async (_what, code) => {
  expect(await restricted("app/http/request/planted.server.ts", code)).toContain("no-restricted-syntax");
  expect(await restricted("app/routes/planted.ts", code)).toContain("no-restricted-syntax");
});

test("reading the environment outside the config file is reported", async () => {
  const code = "export const a = () => process.env.PORT;\n";

  expect(await restricted("app/models/cart/planted.server.ts", code)).toContain("no-restricted-properties");
});

/** Ids of the restriction rules that `code` breaks when it stands in `filePath`. Needs no type information. */
async function restricted(filePath: string, code: string): Promise<ReadonlyArray<string>> {
  const config = (await eslint.calculateConfigForFile(filePath)) as { rules: Record<string, unknown> };
  const names = ["no-restricted-imports", "no-restricted-syntax", "no-restricted-properties"];
  const rules = Object.fromEntries(names.map((name) => [name, config.rules[name] ?? "off"]));
  const single = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ["**/*.{ts,tsx}"],
        languageOptions: { ecmaVersion: 2022, sourceType: "module" },
        rules: rules as never,
      },
    ],
  });
  const [result] = await single.lintText(code, { filePath });
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message);
}
