// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, type LoaderFunctionArgs, RouterProvider, useLoaderData } from "react-router-dom";
import { expect, test } from "vitest";

import { GiftFinder } from "#app/components/listing/gift-finder.tsx";
import { settle, useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

const PATH = "/gifts";
const BUDGETS = ["", "25", "50"].map((value) => ({ value, label: value || "Any" }));
const NONE = { value: "", options: [{ value: "", label: "Any" }] };

/** A page whose list comes when `answer` is called. */
function finder() {
  const requests: Array<() => void> = [];
  const loader = ({ request }: LoaderFunctionArgs) => {
    const budget = new URL(request.url).searchParams.get("budget") ?? "";
    return new Promise((resolve) => requests.push(() => resolve({ budget })));
  };
  const routes = [{ path: PATH, element: <Page />, loader }];
  const hydrationData = { loaderData: { "0": { budget: "" } } };
  const router = createMemoryRouter(routes, { initialEntries: [PATH], hydrationData });
  render(<RouterProvider router={router} />);
  const answer = async () => {
    await settle();
    requests.shift()?.();
    await settle();
  };
  return { router, answer };
}

function Page() {
  const { budget } = useLoaderData() as Readonly<{ budget: string }>;
  const fields = {
    ages: [],
    interest: NONE,
    occasion: NONE,
    answersText: budget === "" ? null : `Up to ${budget}`,
  };
  const field = { value: budget, options: BUDGETS };
  return (
    <GiftFinder finder={{ ...fields, budget: field }} path={PATH} heading={`To ${budget}`} hidden={null} />
  );
}

const budget = () => screen.getByLabelText<HTMLSelectElement>("Budget");
const choose = (value: string) => fireEvent.change(budget(), { target: { value } });
const send = () => fireEvent.click(screen.getByRole("button", { name: "Show gifts" }));

const isFolded = () => !budget().closest("details")?.open;

test("the answered form is folded to what was asked for, above the place to which it leads", async () => {
  const { answer } = finder();
  const form = budget().form;
  expect([form?.getAttribute("action"), isFolded()]).toEqual([`${PATH}#found`, false]);
  choose("25");
  const button = screen.getByRole("button", { name: "Show gifts" });
  button.focus();
  fireEvent.click(button);
  await answer();

  expect(screen.getByRole("heading").id).toBe("found");
  expect(isFolded()).toBe(true);
  expect(document.activeElement?.textContent).toBe("Up to 25. Change");

  fireEvent.click(screen.getByRole("link", { name: "Start again", hidden: true }));
  await answer();
  expect(isFolded()).toBe(false);
});

test("a budget that is chosen while the list of another comes is retained, with the focus", async () => {
  const { answer } = finder();
  choose("25");
  send();
  budget().focus();
  choose("50");

  await answer();

  expect(screen.getByRole("heading").textContent).toBe("To 25");
  expect(budget().value).toBe("50");
  expect(document.activeElement).toBe(budget());
  expect(isFolded(), "somebody is choosing in it").toBe(false);
});

test("the budget is that of the address after Start again and after Back", async () => {
  const { router, answer } = finder();
  choose("25");
  send();
  await answer();
  expect(budget().value).toBe("25");

  fireEvent.click(screen.getByRole("link", { name: "Start again" }));
  await answer();
  expect(budget().value).toBe("");

  choose("50");
  void router.navigate(-1);
  await answer();
  expect(screen.getByRole("heading").textContent).toBe("To 25");
  expect(budget().value).toBe("25");
});
