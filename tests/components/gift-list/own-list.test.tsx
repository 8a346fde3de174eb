// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, redirect, RouterProvider, useLoaderData } from "react-router-dom";
import { expect, test } from "vitest";

import {
  OwnListPage,
  type OwnListPageProps,
  giftQuantityFieldId,
} from "#app/components/gift-list/own-list-page.tsx";
import { type GiverGift, GiverPage, type GiverPageProps } from "#app/components/gift-list/giver-page.tsx";
import type { ShownGift } from "#app/models/gift-list/shown-gift.ts";
import { press, renderPage, settle, useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

function gift(id: string, name: string): ShownGift {
  return {
    id,
    name,
    path: null,
    image: null,
    price: null,
    optionText: null,
    ageText: null,
    note: null,
    isMostNeeded: false,
    sale: "on-sale",
    quantity: 2,
    quantityMaximum: 9,
  };
}

const PAGE: OwnListPageProps = {
  list: {
    id: "list",
    name: "The baby",
    family: "Hannah",
    email: "hannah@example.org",
    state: "draft",
    about: "",
    surpriseUntil: null,
    isOwner: true,
    owner: "Hannah",
    sentTo: null,
    isSentToGiver: true,
    coOwners: [],
    openUntil: "1 May 2027",
  },
  gifts: [gift("gift-1", "Ark"), gift("gift-2", "Duck")],
  share: null,
  note: null,
  answer: { errors: {}, problem: null, values: {} },
};

test("a wrong number stands at the field of its gift, with what was typed and a link to it", () => {
  const errors = { [giftQuantityFieldId("gift-2")]: "Choose a number from 1 to 50" };
  renderPage(<OwnListPage {...PAGE} answer={{ errors, problem: null, values: { quantity: "0" } }} />);
  const quantityOf = (name: string) =>
    screen.getByRole<HTMLInputElement>("spinbutton", { name: `How many ${name} are wanted` });

  expect([quantityOf("Ark").value, quantityOf("Ark").getAttribute("aria-invalid")]).toEqual(["2", null]);
  expect([quantityOf("Duck").value, quantityOf("Duck").getAttribute("aria-invalid")]).toEqual(["0", "true"]);
  const described = document.getElementById(quantityOf("Duck").getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("Choose a number from 1 to 50");
  fireEvent.click(screen.getByRole("link", { name: "Choose a number from 1 to 50" }));
  expect(document.activeElement).toBe(quantityOf("Duck"));
});

test("a draft has one notice, and a list that is shown says that gifts are kept a surprise", () => {
  const notices = (state: "draft" | "open") => {
    const list = { ...PAGE.list, state, surpriseUntil: "1 May 2027" };
    const { container, unmount } = renderPage(<OwnListPage {...PAGE} list={list} />);
    const { textContent } = container;
    unmount();
    return ["Nobody can see this list yet.", "Gifts are being kept a surprise."].map((text) =>
      textContent.includes(text),
    );
  };

  expect(notices("draft")).toEqual([true, false]);
  expect(notices("open")).toEqual([false, true]);
});

const PATH = "/gift-lists/mine/list";

/** The page of a list of an ark and a duck that the forms change. */
async function listThatChanges() {
  let page = PAGE;
  const changeList = async ({ request }: Readonly<{ request: Request }>) => {
    const form = await request.formData();
    const isTaken = form.get("intent") === "take-off";
    page = isTaken
      ? { ...page, gifts: page.gifts.slice(0, 1), note: { tone: "success", text: "Duck is off the list." } }
      : { ...page, gifts: page.gifts.toReversed() };
    return redirect(isTaken ? PATH : `${PATH}#gift-2`);
  };
  const List = () => (
    <main>
      <OwnListPage {...(useLoaderData() as OwnListPageProps)} />
    </main>
  );
  const routes = [{ path: PATH, element: <List />, loader: () => page, action: changeList }];
  const router = createMemoryRouter(routes, { initialEntries: [PATH] });
  render(<RouterProvider router={router} />);
  await settle();
  return router;
}

const giftNames = () =>
  screen.getAllByRole("heading", { level: 2, name: /Ark|Duck/ }).map((h) => h.textContent);

test("a gift that comes to the top or the bottom keeps the focus on its button, which then sends nothing", async () => {
  await listThatChanges();

  for (const [way, order] of [
    ["up", ["Duck", "Ark"]],
    ["down", ["Ark", "Duck"]],
  ] as const) {
    const name = `Move Duck ${way}`;
    await press(name);
    expect(giftNames()).toEqual(order);
    const button = screen.getByRole<HTMLButtonElement>("button", { name });
    expect(document.activeElement).toBe(button);
    expect([button.disabled, button.getAttribute("aria-disabled")]).toEqual([false, "true"]);
    await press(name);
    expect(giftNames()).toEqual(order);
  }
});

test("a gift that is alone on its list has no buttons to move it", () => {
  renderPage(<OwnListPage {...PAGE} gifts={PAGE.gifts.slice(0, 1)} />);

  expect(screen.queryByRole("button", { name: /^Move/ })).toBeNull();
});

test("after a gift is taken off, the page is at its top, where the note is, and the heading has the focus", async () => {
  const router = await listThatChanges();

  await press("Remove Duck from the list");

  expect(giftNames()).toEqual(["Ark"]);
  expect(screen.getByText("Duck is off the list.")).toBeTruthy();
  expect(router.state.preventScrollReset).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

const GIVER_LIST: GiverPageProps["list"] = {
  ...{ code: "code", name: "The baby", family: "Hannah", when: "In May", words: null },
  ...{ isSentToFamily: true, isSurprise: true, occasion: "baby" },
};
const STILL_FREE = { kind: "wanted", left: 1, text: "1 wanted" } as const;
const FREE = { own: null, arrival: null, isTwoPerson: false, standing: STILL_FREE };

test.each<[string, Partial<GiverGift> | null]>([
  ["their family changes", null],
  ["can be given", {}],
  ["are sold out", { sale: "sold-out" }],
  ["are reserved", { standing: { kind: "reserved", until: "1 May" } }],
])("two colours of one product that %s have links and buttons of their own names", (_, state) => {
  const gifts = ["Oak", "Ash"].map((optionText) => ({
    ...{ ...gift(`gift-${optionText}`, "Ark"), optionText, path: `/p/ark?swatch=${optionText}` },
    ...FREE,
    ...state,
  }));

  renderPage(
    state ? (
      <GiverPage list={GIVER_LIST} gifts={gifts} stillText={null} sort="written" isOwn={false} note={null} />
    ) : (
      <OwnListPage {...PAGE} gifts={gifts} />
    ),
  );

  const rows = gifts.map(({ optionText }) => screen.getByText(`(${optionText})`).closest("li")!);
  const namesOf = (row: HTMLElement) =>
    [...row.querySelectorAll("a, button:not([tabindex='-1']), h2, input:not([type=hidden])")].map(
      (control) => control.getAttribute("aria-label") ?? control.textContent,
    );
  const [oak = [], ash = []] = rows.map(namesOf);
  expect(oak.length).toBeGreaterThan(1);
  expect(oak.filter((name) => ash.includes(name))).toEqual([]);
});
