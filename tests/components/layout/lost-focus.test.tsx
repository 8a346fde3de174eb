// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, Form, RouterProvider, useLoaderData } from "react-router-dom";
import { expect, test } from "vitest";

import { useLostFocus } from "#app/components/layout/use-lost-focus.ts";
import { press, renderPage, servedPage, useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

function Note() {
  useLostFocus({ isAnswer: true });
  return <p>Duck is off the list.</p>;
}

/** A page with a note, which the press takes the button from. */
function Page() {
  const isThere = useLoaderData() as boolean;
  return (
    <main>
      <h1>The baby</h1>
      <Note />
      <Form method="post">{isThere ? <button>Take off</button> : null}</Form>
    </main>
  );
}

test("a document that has just been loaded keeps its focus, and a button that leaves it gives it to the heading", async () => {
  let isThere = true;
  const route = {
    path: "/",
    element: <Page />,
    loader: () => isThere,
    action: () => {
      isThere = false;
      return null;
    },
  };
  const { html, context } = await servedPage([route]);
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = html;
  const router = createMemoryRouter([route], { hydrationData: context });
  render(<RouterProvider router={router} />, { container, hydrate: true });
  expect(document.activeElement).toBe(document.body);

  await press("Take off");
  expect(document.activeElement).toBe(screen.getByRole("heading"));
});

test("a note that comes later gives the focus of what has gone to the heading at once", () => {
  function Later() {
    const [isDone, setDone] = useState(false);
    return (
      <main>
        <h1>The baby</h1>
        {isDone ? <Note /> : <button onClick={() => setDone(true)}>Take off</button>}
      </main>
    );
  }
  renderPage(<Later />);
  screen.getByRole("button").focus();

  fireEvent.click(screen.getByRole("button"));

  expect(document.activeElement).toBe(screen.getByRole("heading"));
});
