import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { DeskSelect } from "#app/components/desk/desk-form.tsx";

const OPTIONS = [
  { value: "", text: "Nothing: a department" },
  { value: "play", text: "Play" },
];

test.each([
  ["play", "play"],
  ["", ""],
  // Renamed since the form was opened: it is not sent as nothing.
  ["toys", "toys"],
])("what was sent stays chosen, also when it is gone by now: %j", (sent, chosen) => {
  const answer = { errors: { name: "Use at most 120 characters" }, values: { parent: sent } };
  const page = renderToStaticMarkup(
    <DeskSelect name="parent" label="Inside" answer={answer} value="" options={OPTIONS} />,
  );

  const [, selected] = /<option value="([^"]*)" selected=""/.exec(page) ?? [];
  expect(selected).toBe(chosen);
});
