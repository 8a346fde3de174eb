// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ComponentProps, useRef } from "react";
import { afterEach, expect, test } from "vitest";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { ContactPage } from "#app/components/contact/contact-page.tsx";
import { cachedOrLoaded, uncachingAction } from "#app/hooks/cached-data.ts";
import { clearSavedForm, useFormAutosave } from "#app/hooks/use-form-autosave.ts";
import { renderPage } from "#tests/support/checks/render-page.tsx";

const FIELDS = ["name", "topic", "message"] as const;

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

type Requested = Readonly<{ writer?: string; isRestored?: boolean; name?: string; message?: string }>;

function Draft({ writer = "", isRestored = true, name = "", message = "" }: Requested) {
  const form = useRef<HTMLFormElement>(null);
  useFormAutosave(form, { name: "draft", writer, fields: FIELDS, isRestored });
  return (
    <form ref={form}>
      <input name="trap" aria-label="trap" />
      <input name="name" aria-label="name" defaultValue={name} />
      <select name="topic" aria-label="topic" defaultValue="">
        <option value="">Choose</option>
        <option value="order">Order</option>
      </select>
      <textarea name="message" aria-label="message" defaultValue={message} />
    </form>
  );
}

const shown = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

function writeHalf(requested: Requested = {}): void {
  render(<Draft {...requested} />);
  type("topic", "order");
  type("message", "Half");
  type("trap", "robot");
  cleanup();
}

test("a half-filled form is restored in the same tab, without the honeypot field", () => {
  writeHalf();
  render(<Draft />);

  expect([shown("message"), shown("topic"), shown("name"), shown("trap")]).toEqual(["Half", "order", "", ""]);
  expect(JSON.stringify(sessionStorage)).not.toContain("robot");
});

test("an untouched form stores nothing, and a sent form's draft is deleted", () => {
  render(<Draft name="Ida" />);
  expect(sessionStorage.length).toBe(0);
  cleanup();

  writeHalf();
  clearSavedForm("draft");

  expect(sessionStorage.length).toBe(0);
});

test("a draft is hidden from the next customer, and a guest who logs in finds their own", () => {
  writeHalf({ writer: "ida@example.com" });
  render(<Draft />);
  expect(shown("message")).toBe("");
  cleanup();

  writeHalf();
  render(<Draft writer="ida@example.com" name="Ida" />);

  expect([shown("message"), shown("name")]).toEqual(["Half", "Ida"]);
});

test("the server's latest answer replaces a draft and is saved as the new draft", () => {
  writeHalf();
  render(<Draft isRestored={false} message="Whole" />);
  expect(shown("message")).toBe("Whole");
  cleanup();
  render(<Draft />);

  expect(shown("message")).toBe("Whole");
});

test("an unreadable draft is ignored", () => {
  sessionStorage.setItem("draft", "{");
  render(<Draft />);

  expect(shown("message")).toBe("");
});

test("a page is requested once for each address, unless a customer sees it, and a guest's again after a login", async () => {
  let requested = 0;
  const ask = (path: string, isForGuest?: () => boolean) =>
    cachedOrLoaded(new Request(`http://localhost:3000${path}`), async () => (requested += 1), isForGuest);

  expect([await ask("/a"), await ask("/a"), await ask("/a?x=1"), await ask("/a")]).toEqual([1, 1, 2, 1]);
  expect([await ask("/b", () => false), await ask("/b", () => false)]).toEqual([3, 4]);
  expect([await ask("/c", () => true), await ask("/c", () => true)]).toEqual([5, 5]);
  const logIn = () => Promise.reject(new Error("A redirect"));
  await expect(uncachingAction({ serverAction: logIn })).rejects.toThrow("A redirect");
  expect([await ask("/c", () => true), await ask("/a")]).toEqual([6, 1]);
});

const CONTACT: ComponentProps<typeof ContactPage> = {
  ...{ title: "Contact us", answeredWithin: "two working days", answer: NO_ANSWER },
  text: { before: "", sections: [], after: "" },
  ways: { phone: "", phoneE164: "", email: "", hours: [], address: [] },
  writer: { name: "Hana Sato", email: "hana@example.org" },
  message: "",
};
const LOOKING = "I am looking for something like Acme Toys: ";

test("a message that another page suggests stands beside the writer's name, and never in place of their draft", () => {
  const message = () => shown("Message");
  const filledIn = () => [shown("Your name"), shown("Email address")];

  renderPage(<ContactPage {...CONTACT} message={LOOKING} />);
  expect([message(), ...filledIn()]).toEqual([LOOKING, "Hana Sato", "hana@example.org"]);
  cleanup();
  renderPage(<ContactPage {...CONTACT} />);
  expect(message()).toBe("");
  type("Message", "The box was");
  cleanup();
  for (const suggested of [LOOKING, ""]) {
    renderPage(<ContactPage {...CONTACT} message={suggested} />);
    expect([message(), ...filledIn()]).toEqual(["The box was", "Hana Sato", "hana@example.org"]);
    cleanup();
  }
});
