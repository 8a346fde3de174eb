import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { mutated, MUTATIONS } from "./mutations.ts";

const edits = MUTATIONS.flatMap(({ name, edits }) => edits.map((edit) => ({ name, edit })));

test.each(edits)("the code has one place for the mutation $name in $edit.file", ({ edit }) => {
  const text = readFileSync(edit.file, "utf8");

  expect(mutated(edit, text)).not.toBe(text);
});
