// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";

import { StoredPart } from "#app/components/ui/stored-part.tsx";
import { StoredPartsContext } from "#app/hooks/stored-parts.ts";
import { openParts } from "#app/http/cache/fragment-cache.server.ts";

afterEach(() => vi.restoreAllMocks());

type Goods = Readonly<{ names: ReadonlyArray<string> }>;
const drawn = vi.fn();

/** Text beside text, so that React parts them with comments, and something to press. */
function List({ names }: Goods) {
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

function Page(goods: Goods) {
  return (
    <main>
      <StoredPart as="nav" className="list" aria-label="Goods" part={List} of={goods} />
    </main>
  );
}

/** The page as the server sends it, with what earlier pages have left. */
function send(goods: Goods): string {
  vi.stubEnv("SSR", true);
  const parts = openParts("");
  const html = renderToString(
    <StoredPartsContext.Provider value={parts}>
      <Page {...goods} />
    </StoredPartsContext.Provider>,
  );
  vi.unstubAllEnvs();
  return parts.keep(html);
}

test("is drawn once for equal data, and is the same markup as without the store", () => {
  const goods = { names: ["Rainbow", "Snail"] };

  const first = send(goods);
  drawn.mockClear();
  const second = send({ ...goods });

  expect(drawn).not.toHaveBeenCalled();
  expect(second).toBe(first);
  expect(first).toBe(renderToString(<Page {...goods} />));
  expect(send({ names: ["Snail"] })).toBe(renderToString(<Page names={["Snail"]} />));
});

test("comes alive in the browser without a difference", async () => {
  const goods = { names: ["Rainbow", "Snail"] };
  send(goods);
  const complain = vi.spyOn(console, "error");
  const place = document.createElement("div");
  place.innerHTML = send(goods);
  const sent = place.innerHTML;
  const button = place.querySelector("button");

  const root = await act(() => hydrateRoot(place, <Page {...goods} />));

  expect(complain).not.toHaveBeenCalled();
  expect(place.innerHTML).toBe(sent);
  act(() => button?.click());
  expect(button?.textContent).toBe("1 pressed");
  act(() => root.unmount());
});
