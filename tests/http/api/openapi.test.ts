import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";

import { openApiDocument } from "#app/http/api/openapi.server.ts";
import type { OpenApi } from "#tests/support/checks/api-contract.ts";

const document = openApiDocument({ origin: "http://localhost:3000", name: "Hollybough" });
const { paths } = document as unknown as OpenApi;

test("a strict OpenAPI linter finds neither an error nor a warning", async () => {
  const config = await createConfig({ extends: ["recommended-strict"] });

  const source = JSON.stringify(document);

  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });

  expect(problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer])).toEqual([]);
});

test("every parameter carries an example, and every operation a description or a summary", () => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const bare = operations.flatMap(({ parameters = [] }) =>
    parameters.filter(({ example }) => example === undefined).map(({ name }) => name),
  );

  expect(bare).toEqual([]);
  expect(operations.filter((operation) => !("summary" in operation))).toEqual([]);
});

test("refusals that every address can return are documented for every operation", () => {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      const always = ["400", "405", "411", "413", "414", "421", "429", "500", "503"];
      const expected = method === "get" ? always : [...always, "403"];
      const missing = expected.filter((status) => !(status in responses));
      expect([method, path, missing]).toEqual([method, path, []]);
    }
  }
});
