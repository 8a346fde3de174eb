// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useSuggestions } from "#app/hooks/use-suggestions.ts";

const PAUSE_MS = 200;

function List({ typed }: Readonly<{ typed: string }>) {
  return <p role="status">{JSON.stringify(useSuggestions(typed))}</p>;
}

const shown = () => screen.getByRole("status").textContent;

let requests: Array<string>;

/** Null: the server cannot answer. */
function answers(answer: (query: string) => object | null): void {
  requests = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const query = new URL(address, "http://shop.example").searchParams.get("q") ?? "";
    requests.push(query);
    const found = answer(query);
    return Promise.resolve({ ok: found !== null, json: () => Promise.resolve(found) });
  });
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pause = () => act(() => vi.advanceTimersByTimeAsync(PAUSE_MS));

test("after a failure no suggestions of an earlier text are shown", async () => {
  answers((query) => (query === "train" ? { count: 3 } : null));
  const { rerender } = render(<List typed="train" />);
  await pause();
  expect(shown()).toBe('{"count":3}');

  rerender(<List typed="pram" />);
  expect(shown()).toBe('{"count":3}');
  await pause();

  expect(shown()).toBe("null");
});

test("the same text is requested again once its answer is a minute old", async () => {
  let count = 0;
  answers(() => ({ count: ++count }));
  const { rerender } = render(<List typed="castle" />);
  await pause();
  rerender(<List typed="castles" />);
  await pause();
  rerender(<List typed="castle" />);
  await pause();
  expect([requests, shown()]).toEqual([["castle", "castles"], '{"count":1}']);

  rerender(<List typed="castles" />);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  rerender(<List typed="castle" />);
  await pause();

  expect([requests.at(-1), shown()]).toEqual(["castle", '{"count":3}']);
});
