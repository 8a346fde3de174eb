import { expect, test } from "vitest";

import { OrderTracker } from "#app/components/checkout/order-tracker.tsx";
import { staticPage } from "#tests/support/checks/render-page.tsx";
import { wordsOf } from "#tests/support/people/page.ts";

const DATES = ["20 November", "21 November", "24 November", null];

async function stepsOf(dates: ReadonlyArray<string | null>) {
  const shown = await staticPage(<OrderTracker status="shipped" isCollected={false} dates={dates} />);
  return shown.getAllByRole("listitem").map((step) => [...step.children].map((part) => wordsOf(part)));
}

test("each step that has happened shows its date", async () => {
  expect(await stepsOf(DATES)).toEqual([
    ["Placed", "20 November", ", Done"],
    ["Preparing", "21 November", ", Done"],
    ["On its way", "24 November", ", Current step"],
    ["Delivered", "Still to come"],
  ]);
});

test("a step without a known date is still marked as done, and a step to come shows no date", async () => {
  expect((await stepsOf([null, null, null, null]))[0]).toEqual(["Placed", "Done"]);
  expect((await stepsOf([...DATES.slice(0, 3), "25 November"]))[3]).toEqual(["Delivered", "Still to come"]);
});
