import { expect, test } from "vitest";

import { EMAIL_TEMPLATES } from "#app/models/email/templates.ts";
import { loader } from "#app/routes/files/emails.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { readPage } from "#tests/support/people/page.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const ask = (params: Record<string, string> = {}) =>
  new Browser().get(loader, ["/emails", params["letter"], params["part"]].filter(Boolean).join("/"), params);

test("every email template is listed with its subject, and links to its preview", async () => {
  const answer = await ask();
  const { document } = readPage(await answer.text(), "http://localhost:3000/emails");
  const links = [...document.querySelectorAll("tbody a")].map((link) => link.getAttribute("href"));

  expect(links).toEqual(Object.keys(EMAIL_TEMPLATES).map((kind) => `/emails/${kind}`));
  expect(document.body.textContent).toContain("We have received your Hollybough order 100001");
});

test("an email is shown as HTML that cannot run scripts, and as text", async () => {
  const answer = await ask({ email: "order-shipped" });
  const { document } = readPage(await answer.text(), "http://localhost:3000/emails/order-shipped");
  const [frame] = document.querySelectorAll("iframe");

  expect(frame?.hasAttribute("sandbox")).toBe(true);
  expect(frame?.getAttribute("src")).toBe("/emails/order-shipped/html");
  expect(document.querySelector("pre")?.textContent).toContain(
    "Track your parcel: https://www.royalmail.com/",
  );
  expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");

  const html = await ask({ email: "order-shipped", part: "html" });
  expect(html.headers.get("Content-Security-Policy")).toMatch(/; sandbox$/);
  expect(await html.text()).toContain("<!doctype html>");
  const text = await ask({ email: "order-shipped", part: "text" });
  expect(text.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
});

test("an unknown email template is not found", async () => {
  expect((await ask({ email: "constructor" })).status).toBe(404);
  expect((await ask({ email: "invitation", part: "pdf" })).status).toBe(404);
});
