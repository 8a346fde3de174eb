// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { WordsField } from "#app/components/product/words-field.tsx";
import { hydratePage } from "#tests/support/checks/render-page.tsx";

afterEach(cleanup);

const TEXTS = { hint: "Up to 20 letters", show: "If you change the words, show them again." };

const shown = (preview: string) => ({ typed: preview, preview });

test("the preview goes when other words are typed, and comes with the next answer", () => {
  const first = shown("Alfie");
  const field = (answer: ReturnType<typeof shown>) => (
    <WordsField texts={TEXTS} error={null} answer={answer} path="/p/ark" />
  );
  const { rerender } = render(field(first));
  expect(screen.getByRole("status").textContent).toBe("Your words: Alfie");

  fireEvent.input(screen.getByLabelText(/^Words/), { target: { value: "Alfred" } });
  expect(screen.queryByRole("status")).toBeNull();
  rerender(field(first));
  expect(screen.queryByRole("status")).toBeNull();

  rerender(field(shown("Alfred")));
  expect(screen.getByRole("status").textContent).toBe("Your words: Alfred");
});

test("the preview comes back for the same words after another answer", () => {
  const { rerender } = render(<WordsField texts={TEXTS} error={null} answer={shown("Alfie")} path="/" />);
  fireEvent.input(screen.getByLabelText(/^Words/), { target: { value: "Alfie" } });

  rerender(<WordsField texts={TEXTS} error={null} answer={shown("Alfie")} path="/" />);

  expect(screen.getByRole("status").textContent).toBe("Your words: Alfie");
});

test("the preview of words that were changed before the scripts came goes when they come", async () => {
  const field = <WordsField texts={TEXTS} error={null} answer={shown("Alfie")} path="/" />;
  const input = () => screen.getByLabelText<HTMLInputElement>(/^Words/);
  await hydratePage(field);
  expect(screen.getByRole("status").textContent).toBe("Your words: Alfie");
  cleanup();

  await hydratePage(field, () => (input().value = "Alfred"));

  expect(input().value).toBe("Alfred");
  expect(screen.queryByRole("status")).toBeNull();
});
