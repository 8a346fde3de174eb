// @vitest-environment jsdom
import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { OrderTracker } from "#app/components/checkout/order-tracker.tsx";
import { renderPage } from "#tests/support/checks/render-page.tsx";
import { wordsOf } from "#tests/support/people/page.ts";

afterEach(cleanup);

const DATES = ["20 November", "21 November", "24 November", null];

const stepsOf = (dates: ReadonlyArray<string | null>) =>
  [
    ...renderPage(
      <OrderTracker status="shipped" isCollected={false} dates={dates} />,
    ).container.querySelectorAll("li"),
  ].map((step) => [...step.children].map((part) => wordsOf(part)));

test("each step that has happened shows its date", () => {
  expect(stepsOf(DATES)).toEqual([
    ["Placed", "20 November", ", Done"],
    ["Preparing", "21 November", ", Done"],
    ["On its way", "24 November", ", Current step"],
    ["Delivered", "Still to come"],
  ]);
});

test("a step without a known date is still marked as done", () => {
  expect(stepsOf([null, null, null, null])[0]).toEqual(["Placed", "Done"]);
});

test("a step to come shows no date, whatever the history says", () => {
  expect(stepsOf([...DATES.slice(0, 3), "25 November"])[3]).toEqual(["Delivered", "Still to come"]);
});
