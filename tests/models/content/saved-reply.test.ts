import { expect, test } from "vitest";

import { emptyReply, filledReply, tidyReply } from "#app/models/content/saved-reply.ts";

const FRAME = { head: "Dear Sophie,", foot: "Martha, Hollybough" };
const filled = (typed: string, text: string) =>
  filledReply({ typed, text, frame: FRAME, firstName: "Sophie" });

test.each(["", emptyReply(FRAME), emptyReply(FRAME).replaceAll("\n", "\r\n")])(
  "an empty reply has the text between greeting and name: %j",
  (typed) => {
    expect(filled(typed, "It is beech, {first name}.")).toEqual({
      reply: "Dear Sophie,\n\nIt is beech, Sophie.\n\nMartha, Hollybough",
      isBelow: false,
    });
  },
);

test("a text with the name in its first line brings its own greeting", () => {
  expect(filled("", "Hello {first name},\n\nIt is beech.").reply).toBe(
    "Hello Sophie,\n\nIt is beech.\n\nMartha, Hollybough",
  );
});

test("what was typed stays: the text comes below it, above the name where that ends it", () => {
  expect(filled("Dear Sophie,\n\nSorry.\n\nMartha, Hollybough", "It is beech.")).toEqual({
    reply: "Dear Sophie,\n\nSorry.\n\nIt is beech.\n\nMartha, Hollybough",
    isBelow: true,
  });
  expect(filled("Sorry. M.", "It is beech.").reply).toBe("Sorry. M.\n\nIt is beech.");
});

test("lines left empty around what was typed are not sent", () => {
  expect(tidyReply(emptyReply(FRAME).replace("\n\n\n", "\n\nIt is beech.\r\n\r\nWe oil it.\n\n"))).toBe(
    "Dear Sophie,\n\nIt is beech.\n\nWe oil it.\n\nMartha, Hollybough",
  );
});
