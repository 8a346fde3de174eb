import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { cleanUpCustomers } from "#app/models/privacy/retention.server.ts";
import { findDraft, saveFormDraft } from "#app/models/customer/saved-form.server.ts";
import { insertSession } from "#app/models/customer/session.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { action as changeAddress, loader as addressPage } from "#app/routes/customer/address.tsx";
import { action as changeDetails, loader as detailsPage } from "#app/routes/customer/details.tsx";
import { action as addAddress, loader as newAddressPage } from "#app/routes/customer/new-address.tsx";
import {
  customerWithBrowser,
  loggedIn,
  savedAddress,
  TYPED_ADDRESS,
} from "#tests/support/people/customer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NEW_ADDRESS = "/account/addresses/new";
const HOUR_MS = 60 * 60_000;

function endSessions() {
  return db().deleteFrom("customer_sessions").execute();
}

async function logInAgain(customerId: CustomerId) {
  const session = { customerId, address: "198.51.100.9", userAgent: "Firefox" };
  return loggedIn(customerId, await insertSession(session, new Date()));
}

test("a new address typed while the session ended is restored after login, until it is saved", async () => {
  const { customer, browser } = await customerWithBrowser();
  await endSessions();

  const sent = await browser.post(addAddress, NEW_ADDRESS, { ...TYPED_ADDRESS, intent: "save" });
  const back = await logInAgain(customer.id);
  const page = await (await back.get(newAddressPage, NEW_ADDRESS)).json();
  const saved = await back.post(addAddress, NEW_ADDRESS, { ...TYPED_ADDRESS, intent: "save" });
  const empty = await (await back.get(newAddressPage, NEW_ADDRESS)).json();

  expect([sent.status, sent.headers.get("Location")]).toEqual([
    302,
    "/login?redirectTo=%2Faccount%2Faddresses%2Fnew&reason=expired",
  ]);
  expect(page).toMatchObject({ isDraft: true, values: TYPED_ADDRESS });
  expect(saved.status).toBe(303);
  expect(empty).toMatchObject({ isDraft: false, values: { first_name: "Grace" } });
});

test("a changed address and changed details are restored in the same way", async () => {
  const { customer, browser } = await customerWithBrowser();
  const addressId = await savedAddress(customer.id);
  const path = `/account/addresses/${addressId}`;
  const typed = { ...TYPED_ADDRESS, city: "Bath", intent: "save" };
  await endSessions();
  await browser.post(changeAddress, path, typed, { addressId });
  const again = await logInAgain(customer.id);
  await endSessions();

  await again.post(changeDetails, "/account/details", {
    intent: "change-email",
    newEmail: "grace.new@example.com",
    emailPassword: "three small boats upstream",
  });
  const back = await logInAgain(customer.id);

  const address = await (await back.get(addressPage, path, { addressId })).json();
  const details = await (await back.get(detailsPage, "/account/details")).json();
  expect(address).toMatchObject({ draft: { city: "Bath" } });
  expect(details).toMatchObject({ draft: { newEmail: "grace.new@example.com" } });
  expect(JSON.stringify(await db().selectFrom("form_drafts").selectAll().execute())).not.toContain("boats");
});

test("another customer who logs in with the same browser sees none of it", async () => {
  const { browser } = await customerWithBrowser();
  const other = await customerWithBrowser();
  await db().deleteFrom("customer_sessions").where("customer_id", "<>", other.customer.id).execute();

  await browser.post(addAddress, NEW_ADDRESS, { ...TYPED_ADDRESS, intent: "save" });

  const page = await (await other.browser.get(newAddressPage, NEW_ADDRESS)).json();
  expect(page).toMatchObject({ isDraft: false });
});

test("no draft is stored for a guest, for a deleted customer, for an empty form or beyond the limit", async () => {
  const { customer, browser } = await customerWithBrowser();
  const removed = await customerWithBrowser();
  await endSessions();
  await db().deleteFrom("customers").where("id", "=", removed.customer.id).execute();

  await browser.post(changeDetails, "/account/details", { intent: "end-others" });
  await removed.browser.post(addAddress, NEW_ADDRESS, { ...TYPED_ADDRESS });
  await browser.post(addAddress, NEW_ADDRESS, { city: "x".repeat(21_000) });
  const form = (count: number) => ({ customerId: customer.id, path: `/account/addresses/${count}` });
  for (let count = 0; count < 15; count += 1) await saveFormDraft(form(count), { city: "Bath" }, new Date());

  expect(await db().selectFrom("form_drafts").selectAll().execute()).toHaveLength(10);
});

test("a draft that is not used within the hour is deleted", async () => {
  const { customer } = await customerWithBrowser();
  const form = { customerId: customer.id, path: NEW_ADDRESS };
  const then = new Date();
  await saveFormDraft(form, { city: "Bath" }, then);
  const later = new Date(then.getTime() + HOUR_MS);

  expect(await findDraft(form, later)).toBeNull();
  await cleanUpCustomers(later);

  expect(await db().selectFrom("form_drafts").selectAll().execute()).toEqual([]);
});
