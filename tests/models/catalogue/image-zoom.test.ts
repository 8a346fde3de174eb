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

test("an image is not zoomed, then loading, then zoomed, by mouse, finger or button", () => {
  for (const begin of ["hover", "tap", "larger"] as const) {
    expect(zoomState(NOT_ZOOMED)).toBe("not-zoomed");
    expect(states(begin, "loaded")).toEqual(["loading", "zoomed"]);
  }
});

test("the mouse zooms only while it is over the image", () => {
  expect(states("hover", "loaded", "leave", "hover")).toEqual(["loading", "zoomed", "not-zoomed", "zoomed"]);
});

test("a second tap zooms out", () => {
  expect(states("tap", "loaded", "tap")).toEqual(["loading", "zoomed", "not-zoomed"]);
});

test("a zoom by button remains when the mouse leaves", () => {
  expect(after("larger", "loaded", "hover", "leave").step).toBe(1);
  expect(after("hover", "larger", "leave").step).toBe(3);
});

test("a full-size file that fails to load leaves the image as it was", () => {
  expect(states("tap", "failed", "leave")).toEqual(["loading", "not-zoomed", "not-zoomed"]);
});

test("another image starts unzoomed, with its full-size file not loaded", () => {
  expect(after("tap", "loaded", "reset")).toEqual(NOT_ZOOMED);
  expect(states("tap", "loaded", "reset", "larger").at(-1)).toBe("loading");
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
