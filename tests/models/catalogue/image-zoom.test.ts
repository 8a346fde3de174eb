import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import {
  NOT_ZOOMED,
  type Zoom,
  ZOOM_LEVELS,
  zoomAfter,
  type ZoomEvent,
  zoomState,
} from "#app/models/catalogue/image-zoom.ts";

const after = (...events: ReadonlyArray<ZoomEvent>): Zoom => events.reduce(zoomAfter, NOT_ZOOMED);
const states = (...events: ReadonlyArray<ZoomEvent>) =>
  events.map((_, index) => zoomState(after(...events.slice(0, index + 1))));

test.each<readonly [string, ReadonlyArray<ZoomEvent>, ReadonlyArray<string>]>([
  ["by mouse", ["hover", "loaded"], ["loading", "zoomed"]],
  ["by finger", ["tap", "loaded"], ["loading", "zoomed"]],
  ["by button", ["larger", "loaded"], ["loading", "zoomed"]],
  [
    "by mouse only while it is over the image",
    ["hover", "loaded", "leave", "hover"],
    ["loading", "zoomed", "not-zoomed", "zoomed"],
  ],
  ["out by a second tap", ["tap", "loaded", "tap"], ["loading", "zoomed", "not-zoomed"]],
  [
    "not at all if the file fails to load",
    ["tap", "failed", "leave"],
    ["loading", "not-zoomed", "not-zoomed"],
  ],
  [
    "anew with another image, whose file is not loaded",
    ["tap", "loaded", "reset", "larger"],
    ["loading", "zoomed", "not-zoomed", "loading"],
  ],
])("an image is zoomed %s", (_, events, expected) => {
  expect(states(...events)).toEqual(expected);
});

test("an image starts unzoomed, and so does another one", () => {
  expect(zoomState(NOT_ZOOMED)).toBe("not-zoomed");
  expect(after("tap", "loaded", "reset")).toEqual(NOT_ZOOMED);
});

test("a zoom by button remains when the mouse leaves", () => {
  expect(after("larger", "loaded", "hover", "leave").step).toBe(1);
  expect(after("hover", "larger", "leave").step).toBe(3);
});

test("zoom stays within its levels, and needs the full-size file", () => {
  const event = fc.constantFrom<ZoomEvent>(
    "hover",
    "leave",
    "tap",
    "larger",
    "smaller",
    "loaded",
    "failed",
    "reset",
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const zoom = after(...events);
      const sinceReset = events.slice(events.lastIndexOf("reset") + 1);
      expect(ZOOM_LEVELS[zoom.step]).toBeDefined();
      if (zoomState(zoom) === "zoomed") expect(sinceReset).toContain("loaded");
      if (zoom.isHovering) expect(zoom.step).toBeGreaterThan(0);
    }),
  );
});
