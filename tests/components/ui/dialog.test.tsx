// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { Dialog, dialogZIndex, type DialogState } from "#app/components/ui/dialog.tsx";
import { closesBySwipe } from "#app/hooks/use-swipe-to-close.ts";
import { useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

const noCalls = () => ({ closed: 0, states: [] as Array<DialogState> });

function sample(open: boolean, calls: ReturnType<typeof noCalls>) {
  return (
    <Dialog
      id="test"
      open={open}
      title="A title"
      index={1}
      onClose={() => (calls.closed += 1)}
      onStateChange={(state) => calls.states.push(state)}
    >
      <p>Text</p>
    </Dialog>
  );
}

test("a dialog passes through its four states in order", () => {
  const calls = noCalls();

  const { rerender } = render(sample(false, calls));
  rerender(sample(true, calls));
  rerender(sample(false, calls));

  expect(calls.states).toEqual(["beforeOpen", "opened", "beforeClose", "closed"]);
});

test("the second dialog has a z-index two above the first", () => {
  expect([dialogZIndex(0), dialogZIndex(1), dialogZIndex(2)]).toEqual([1000, 1002, 1004]);
});

test("a dialog opened over another lies above it, in any order of opening", () => {
  const dialogs = (second: boolean) => (
    <>
      <Dialog id="one" open title="One" onClose={() => undefined}>
        <p>Below</p>
      </Dialog>
      <Dialog id="two" open={second} title="Two" onClose={() => undefined}>
        <p>Above</p>
      </Dialog>
    </>
  );

  const { rerender } = render(dialogs(false));
  rerender(dialogs(true));

  const heights = ["One", "Two"].map((name) => screen.getByRole("dialog", { name }).style.zIndex);
  expect(heights).toEqual(["1000", "1002"]);
});

test("a dialog that the browser closed requests closing, and passes through its states again", () => {
  const calls = noCalls();
  const { rerender } = render(sample(true, calls));
  const dialog = screen.getByRole<HTMLDialogElement>("dialog", { name: "A title" });

  dialog.close();
  fireEvent(dialog, new Event("close"));
  rerender(sample(false, calls));
  fireEvent(dialog, new Event("close"));

  expect(calls.closed).toBe(1);
  expect(calls.states).toEqual(["beforeOpen", "opened", "beforeClose", "closed"]);
});

test("only Close and Escape request closing", () => {
  const calls = noCalls();
  render(sample(true, calls));

  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  const cancel = new Event("cancel", { cancelable: true });
  fireEvent(screen.getByRole("dialog", { name: "A title" }), cancel);

  expect(calls.closed).toBe(2);
  expect(cancel.defaultPrevented).toBe(true);
});

test.each([
  [{ distance: 50, size: 500, durationMs: 900 }, true],
  [{ distance: 49, size: 500, durationMs: 900 }, false],
  [{ distance: 20, size: 500, durationMs: 300 }, true],
  [{ distance: 20, size: 500, durationMs: 301 }, false],
  // A slipped tap, and a swipe in the other direction.
  [{ distance: 5, size: 20, durationMs: 100 }, false],
  [{ distance: -200, size: 500, durationMs: 100 }, false],
])("a swipe over a tenth of the size, or a fast one, closes the dialog: %j, %s", (swipe, isClosed) => {
  expect(closesBySwipe(swipe)).toBe(isClosed);
});
