// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";

import { CachedFragment } from "#app/components/ui/cached-fragment.tsx";
import { FragmentContext } from "#app/hooks/fragment-context.ts";
import { openParts } from "#app/http/cache/fragment-cache.server.ts";

afterEach(() => vi.restoreAllMocks());

type Items = Readonly<{ names: ReadonlyArray<string> }>;
const drawn = vi.fn();

/** Text beside text, so that React parts them with comments, and something to press. */
function List({ names }: Items) {
  drawn();
  const [count, setCount] = useState(0);
  return (
    <>
      {names.map((name) => (
        <p key={name}>
          {name}, it’s {names.length} &amp; more
        </p>
      ))}
      <button type="button" onClick={() => setCount(count + 1)}>
        {count} pressed
      </button>
    </>
  );
}

function Page(items: Items) {
  return (
    <main>
      <CachedFragment as="nav" className="list" aria-label="Goods" part={List} of={items} />
    </main>
  );
}

/** The page as the server sends it, with what earlier pages have left. */
function send(items: Items): string {
  vi.stubEnv("SSR", true);
  const parts = openParts("");
  const html = renderToString(
    <FragmentContext.Provider value={parts}>
      <Page {...items} />
    </FragmentContext.Provider>,
  );
  vi.unstubAllEnvs();
  return parts.keep(html);
}

test("a fragment is drawn once for equal data, with the same markup as without the cache", () => {
  const items = { names: ["Rainbow", "Snail"] };

  const first = send(items);
  drawn.mockClear();
  const second = send({ ...items });

  expect(drawn).not.toHaveBeenCalled();
  expect(second).toBe(first);
  expect(first).toBe(renderToString(<Page {...items} />));
  expect(send({ names: ["Snail"] })).toBe(renderToString(<Page names={["Snail"]} />));
});

test("a cached fragment hydrates without a mismatch", async () => {
  const items = { names: ["Rainbow", "Snail"] };
  send(items);
  const complain = vi.spyOn(console, "error");
  const place = document.createElement("div");
  place.innerHTML = send(items);
  const sent = place.innerHTML;
  const button = place.querySelector("button");

  const root = await act(() => hydrateRoot(place, <Page {...items} />));

  expect(complain).not.toHaveBeenCalled();
  expect(place.innerHTML).toBe(sent);
  act(() => button?.click());
  expect(button?.textContent).toBe("1 pressed");
  act(() => root.unmount());
});
