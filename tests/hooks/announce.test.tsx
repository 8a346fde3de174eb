// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { announce, useAnnouncement } from "#app/hooks/announce.ts";

afterEach(cleanup);

function Region() {
  return <p role="status">{useAnnouncement()}</p>;
}

test("an announcement is written to the live region, and the same text twice makes two changes", () => {
  render(<Region />);
  const region = screen.getByRole("status");
  expect(region.textContent).toBe("");

  act(() => announce("Quantity: 2"));
  const first = region.textContent;
  act(() => announce("Quantity: 2"));

  expect(first).toBe("Quantity: 2");
  expect(region.textContent).not.toBe(first);
  expect(region.textContent.trim()).toBe("Quantity: 2");
});
