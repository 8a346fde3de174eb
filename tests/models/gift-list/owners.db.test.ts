import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findOwnGiftList, requestListLink } from "#app/models/gift-list/access.server.ts";
import {
  closeGiftList,
  deleteGiftList,
  prolongGiftList,
  reopenGiftList,
  runGiftListSchedule,
} from "#app/models/gift-list/closing.server.ts";
import {
  joinGiftList,
  type CoOwner,
  invitationToken,
  inviteCoOwner,
  listCoOwners,
  removeCoOwner,
} from "#app/models/gift-list/co-owners.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import type { EditedList } from "#app/models/gift-list/gift-list.ts";
import { removeGift } from "#app/models/gift-list/gift-changes.server.ts";
import { changeGiftList } from "#app/models/gift-list/lists.server.ts";
import { cancelListMove, requestListMove } from "#app/models/gift-list/move.server.ts";
import { removeGiftListsOf } from "#app/models/gift-list/own-data.server.ts";
import { endSurprise, sendThanks } from "#app/models/gift-list/thanks.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import type { GiftId } from "#app/models/shared/ids.ts";
import { loader as cards } from "#app/routes/gift-lists/cards.tsx";
import { action as close, loader as closePage } from "#app/routes/gift-lists/close.tsx";
import { action as acceptLink, loader as coOwnerPage } from "#app/routes/gift-lists/co-owner-link.tsx";
import { action as edit, loader as editPage } from "#app/routes/gift-lists/edit-list.tsx";
import { action as giftLists } from "#app/routes/gift-lists/gift-lists.tsx";
import { action as useLink, loader as linkPage } from "#app/routes/gift-lists/link.tsx";
import { loader as giverPage } from "#app/routes/gift-lists/list.tsx";
import { action as useMove, loader as movePage } from "#app/routes/gift-lists/move-link.tsx";
import { action as replaceLink, loader as newLinkPage } from "#app/routes/gift-lists/new-link.tsx";
import { action as change, loader as ownList } from "#app/routes/gift-lists/own-list.tsx";
import { action as owners, loader as ownersPage } from "#app/routes/gift-lists/owners.tsx";
import { action as show, loader as showPage } from "#app/routes/gift-lists/show-now.tsx";
import { loader as swapPage } from "#app/routes/gift-lists/swap.tsx";
import { loader as thanksPage } from "#app/routes/gift-lists/thanks.tsx";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { familyOf } from "#tests/support/people/gift-list-family.ts";
import {
  addressees,
  claimed,
  GIFT_HANDLERS,
  giftListEmails,
  giver,
  HIDDEN,
  linkTo,
  LIST_FORM,
  listWithGift,
  openGiftList,
  ownerOf,
  readEmails,
} from "#tests/support/people/gift-lists.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const TOM = "tom@example.org";
const HOUR_MS = 3_600_000;
const at = (list: EditedList, rest = "") => `/gift-lists/mine/${list.id}${rest}`;

async function press(browser: Browser, list: EditedList, fields: Record<string, string>) {
  return browser.post(owners, at(list, "/owners"), fields, { listId: list.id });
}

async function opens(browser: Browser, list: EditedList): Promise<boolean> {
  return (await browser.get(ownList, at(list), { listId: list.id })).status === 200;
}

/** A browser in which the invitation of `email` was accepted. */
async function accepted(list: EditedList, email = TOM): Promise<Browser> {
  await giftListEmails();
  const invited = await inviteCoOwner(list, email, new Date());
  if (!invited.ok) throw new Error(invited.code);
  const browser = new Browser();
  await browser.get(coOwnerPage, linkTo((await giftListEmails())[0], "/gift-lists/co-owner"));
  expect((await browser.post(acceptLink, "/gift-lists/co-owner", {})).status).toBe(303);
  return browser;
}

/** A list that Tom looks after too. */
async function sharedList() {
  const list = await openGiftList();
  return { list, tom: await accepted(list) };
}

async function coOwnerOf(list: EditedList): Promise<CoOwner> {
  const [one] = await listCoOwners(list.id, new Date());
  if (!one) throw new Error("There is no co-owner");
  return one;
}

/** The list as its co-owner has it. */
async function asCoOwner(list: EditedList): Promise<EditedList> {
  const { id } = await coOwnerOf(list);
  return { ...(await ownerOf(list.id)), role: "co-owner", coOwnerId: id };
}

const given = (list: EditedList, giftId: GiftId, name = "Ray") =>
  claimed(list, giftId, { way: "elsewhere", ...giver(name), isEmailConfirmed: true });

test("an invited co-owner reads who asks; only the button accepts, once", async () => {
  const list = await openGiftList();
  const owner = await familyOf(list);
  expect((await press(owner, list, { intent: "invite", email: TOM })).status).toBe(303);
  const emails = await giftListEmails();
  expect(addressees(emails)).toEqual([TOM]);
  const [mail] = emails;
  expect(mail?.text).toContain("Hannah asks you to look after the gift list “Hannah and Tom’s baby”");
  const link = linkTo(mail, "/gift-lists/co-owner");
  const tom = new Browser();
  expect(await (await tom.get(coOwnerPage, link)).json()).toMatchObject({ invitation: { owner: "Hannah" } });
  expect(await opens(tom, list)).toBe(false);
  const done = await tom.post(acceptLink, "/gift-lists/co-owner", {});
  expect(done.headers.get("Location")).toBe(at(list));
  expect(await opens(tom, list)).toBe(true);
  const another = new Browser();
  await another.get(coOwnerPage, link);
  expect((await another.post(acceptLink, "/gift-lists/co-owner", {})).status).toBe(410);
});

test("an invitation ends after seven days, and is deleted", async () => {
  const list = await openGiftList();
  await inviteCoOwner(list, TOM, new Date());
  const token = invitationToken((await coOwnerOf(list)).id);
  const later = new Date(Date.now() + 7 * 24 * HOUR_MS + 1_000);
  expect(await joinGiftList(token, "tom", later)).toMatchObject({ code: "link-invalid" });
  expect(await listCoOwners(list.id, later)).toEqual([]);
});

type Who = "stranger" | "giver" | "removed co-owner" | "co-owner" | "owner";
const EVERYBODY: ReadonlyArray<Who> = ["stranger", "giver", "removed co-owner", "co-owner", "owner"];
const OWN = { "co-owner": 200, owner: 200 } as const;
const OWNER = { owner: 200 } as const;

/** Each page of a list with who opens it; everybody else gets 404. */
const PAGES = {
  "": { door: ownList, ...OWN },
  "/edit": { door: editPage, ...OWN },
  "/cards": { door: cards, ...OWN },
  "/new-link": { door: newLinkPage, ...OWN },
  "/thanks": { door: thanksPage, ...OWN },
  "/swap": { door: swapPage, ...OWN },
  "/owners": { door: ownersPage, ...OWN },
  "/show": { door: showPage, ...OWNER },
  "/close": { door: closePage, ...OWNER },
} as const;

/** Each form of a list with what whom it is answered; everybody else gets 404. The last one ends the list. */
const FORMS = [
  { door: change, rest: "", fields: { intent: "send-again" }, "co-owner": 303, owner: 303 },
  { door: replaceLink, rest: "/new-link", fields: {}, "co-owner": 303, owner: 303 },
  {
    ...{ door: edit, rest: "/edit", "co-owner": 403, owner: 303 },
    fields: { ...LIST_FORM, address1: "1 Other Street" },
  },
  {
    ...{ door: owners, rest: "/owners", "co-owner": 403, owner: 303 },
    fields: { intent: "invite", email: "ida@example.org" },
  },
  {
    ...{ door: owners, rest: "/owners", "co-owner": 403, owner: 303 },
    fields: { intent: "move", new_email: "hannah@new.example" },
  },
  { door: owners, rest: "/owners", fields: { intent: "cancel-move" }, "co-owner": 403, owner: 303 },
  { door: owners, rest: "/owners", fields: { intent: "leave" }, "co-owner": 303, owner: 404 },
  { door: show, rest: "/show", fields: {}, owner: 303 },
  { door: close, rest: "/close", fields: { intent: "prolong" }, owner: 303 },
  { door: close, rest: "/close", fields: { intent: "delete" }, owner: 303 },
] as const;

type Statuses = Readonly<{ owner: number; "co-owner"?: number }>;

function statusFor(who: Who, statuses: Statuses): number {
  if (who === "owner") return statuses.owner;
  return (who === "co-owner" ? statuses["co-owner"] : undefined) ?? 404;
}

async function browserOf(who: Who, list: EditedList): Promise<Browser> {
  switch (who) {
    case "stranger":
      return new Browser();
    case "giver": {
      const giver = new Browser();
      const code = formatListCode(list.code ?? "");
      await giver.get(giverPage, `/list/${code}`, { code });
      return giver;
    }
    case "removed co-owner": {
      const browser = await accepted(list);
      await removeCoOwner(list, (await coOwnerOf(list)).id);
      return browser;
    }
    case "co-owner":
      return accepted(list);
    case "owner":
      return familyOf(list);
  }
}

test.each(EVERYBODY)("a %s opens the pages of a list that are for them", async (who) => {
  const list = await openGiftList({ surprise: "shown" });
  const browser = await browserOf(who, list);
  const expected = Object.entries(PAGES).map(([rest, page]) => [rest, statusFor(who, page)]);
  const answers = await Promise.all(
    Object.entries(PAGES).map(async ([rest, { door }]) => [
      rest,
      (await browser.get(door, at(list, rest), { listId: list.id })).status,
    ]),
  );
  expect(answers).toEqual(expected);
});

test.each(EVERYBODY)("a %s is answered the forms of a list as they may", async (who) => {
  for (const form of FORMS) {
    const list = await openGiftList();
    const browser = await browserOf(who, list);
    const answer = await browser.post(form.door, at(list, form.rest), form.fields, { listId: list.id });
    expect([form.rest, form.fields, answer.status]).toEqual([form.rest, form.fields, statusFor(who, form)]);
    await db().deleteFrom("gift_lists").execute();
    await db().deleteFrom("rate_limits").execute();
  }
});

test("the model refuses a co-owner what only the owner may do", async () => {
  const { list } = await sharedList();
  const tom = await asCoOwner(list);
  const now = new Date();
  const refusals = await Promise.all([
    changeGiftList(tom, { ...list, revealOn: null }, now),
    changeGiftList(tom, { ...list, address: null }, now),
    changeGiftList(tom, { ...list, lastName: "Other" }, now),
    endSurprise(tom, now),
    inviteCoOwner(tom, "ida@example.org", now),
    removeCoOwner(tom, tom.coOwnerId!),
    requestListMove(tom, "ida@example.org", now),
    cancelListMove(tom),
    prolongGiftList(tom, now),
    reopenGiftList(tom, now),
    closeGiftList(tom, false, now),
    deleteGiftList(tom, now),
  ]);
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: "gift-list-owner-only" });
  expect(await ownerOf(list.id)).toEqual(list);
});

test("a co-owner changes the list with a form that has no address, reads none, and what only the owner has stays", async () => {
  const { list, tom } = await sharedList();
  const params = { listId: list.id };
  const pages = await Promise.all([
    tom.get(ownList, at(list), params),
    tom.get(editPage, at(list, "/edit"), params),
    tom.get(ownersPage, at(list, "/owners"), params),
  ]);
  for (const page of pages) {
    const text = await page.text();
    for (const hidden of [...Object.values(HIDDEN), list.email, list.lastName])
      expect(text).not.toContain(hidden);
  }
  const { occasion, event_day: day } = LIST_FORM;
  const form = { occasion, event_day: day, name: "Our baby", words: "Hello" };
  expect((await tom.post(edit, at(list, "/edit"), form, params)).status).toBe(303);
  const { address, revealOn, lastName, email } = list;
  expect(await ownerOf(list.id)).toMatchObject({ name: "Our baby", address, revealOn, lastName, email });
});

test("strangers and givers read nothing of co-owners", async () => {
  const { list } = await sharedList();
  const code = formatListCode(list.code ?? "");
  const text = await (await new Browser().get(giverPage, `/list/${code}`, { code })).text();
  expect(text).not.toContain("tom@");
});

test("two invitations at once never make three co-owners", async () => {
  const { list } = await sharedList();
  const emails = ["ida@example.org", "mia@example.org", "leo@example.org"];
  const answers = await Promise.all(emails.map((email) => inviteCoOwner(list, email, new Date())));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.code === "co-owners-limit")).toHaveLength(2);
  expect(await listCoOwners(list.id, new Date())).toHaveLength(2);
});

test("an invitation that is accepted twice at once lets one browser in", async () => {
  const list = await openGiftList();
  await inviteCoOwner(list, TOM, new Date());
  const token = invitationToken((await coOwnerOf(list)).id);
  const answers = await Promise.all(["a", "b"].map((device) => joinGiftList(token, device, new Date())));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
});

test("removing ends a co-owner's browsers, links and invitations at once", async () => {
  const { list, tom } = await sharedList();
  const owner = await familyOf(list);
  const phone = new Browser();
  await requestListLink(TOM, new Date());
  const link = linkTo((await giftListEmails())[0], "/gift-lists/link");
  await phone.get(linkPage, link);
  const { id } = await coOwnerOf(list);
  expect((await press(owner, list, { intent: "remove", co_owner: id })).status).toBe(303);
  expect(await opens(tom, list)).toBe(false);
  expect((await phone.post(useLink, "/gift-lists/link", {})).status).toBe(410);
  expect(await opens(owner, list)).toBe(true);

  await press(owner, list, { intent: "invite", email: TOM });
  const invitation = linkTo((await giftListEmails())[0], "/gift-lists/co-owner");
  await press(owner, list, { intent: "remove", co_owner: (await coOwnerOf(list)).id });
  await tom.get(coOwnerPage, invitation);
  expect((await tom.post(acceptLink, "/gift-lists/co-owner", {})).status).toBe(410);
});

test("a co-owner leaves at once", async () => {
  const { list, tom } = await sharedList();
  expect((await press(tom, list, { intent: "leave" })).headers.get("Location")).toBe("/gift-lists");
  expect(await opens(tom, list)).toBe(false);
  expect(await listCoOwners(list.id, new Date())).toEqual([]);
});

test("a co-owner opens the list by a link to their own address, and with an account of it", async () => {
  const list = await openGiftList();
  await accepted(list, "hannah@example.com");
  const browser = new Browser();
  await browser.post(giftLists, "/gift-lists", { intent: "send-link", email: "hannah@example.com" });
  const [mail] = await giftListEmails();
  expect(mail?.to?.[0]?.address).toBe("hannah@example.com");
  await browser.get(linkPage, linkTo(mail, "/gift-lists/link"));
  await browser.post(useLink, "/gift-lists/link", {});
  expect(await opens(browser, list)).toBe(true);

  const { customer } = await makeCustomer();
  const found = await findOwnGiftList(list.id, { deviceHash: null, customer }, new Date());
  expect(found).toMatchObject({ role: "co-owner" });
  const unconfirmed = { ...customer, isVerified: false };
  expect(await findOwnGiftList(list.id, { deviceHash: null, customer: unconfirmed }, new Date())).toBeNull();
});

test("an invitation that nobody has accepted opens nothing for an account of its address", async () => {
  const list = await openGiftList();
  const { customer } = await makeCustomer();
  await inviteCoOwner(list, customer.email, new Date());
  expect(await findOwnGiftList(list.id, { deviceHash: null, customer }, new Date())).toBeNull();
});

test("the owner and co-owners are emailed who gave what; that it is closed goes to the owner alone", async () => {
  const { list } = await sharedList();
  await giftListEmails();
  await runGiftListSchedule(new Date(`${list.eventDay}T12:00:00Z`));
  expect(addressees(await giftListEmails())).toEqual([list.email, TOM]);
  await closeGiftList(list, false, new Date());
  expect(addressees(await giftListEmails())).toEqual([list.email]);
});

test("what was queued for a co-owner is not sent once they are removed", async () => {
  const { list } = await sharedList();
  await runGiftListSchedule(new Date(`${list.eventDay}T12:00:00Z`));
  await removeCoOwner(list, (await coOwnerOf(list)).id);
  expect(addressees(await giftListEmails())).toEqual([list.email]);
});

test("erasing an account takes it off the lists of others, and keeps their lists", async () => {
  const { list, tom } = await sharedList();
  await removeGiftListsOf({ emailKey: TOM, since: "" });
  expect(await opens(tom, list)).toBe(false);
  expect(await listCoOwners(list.id, new Date())).toEqual([]);
  expect((await ownerOf(list.id)).email).toBe(list.email);
});

const NEW = "hannah@new.example";

/** A list that is asked to move to the new address, with the links of the emails about it by their address. */
async function movingList() {
  const list = await openGiftList();
  await requestListMove(list, NEW, new Date());
  return { list, links: await moveLinks() };
}

async function moveLinks(): Promise<ReadonlyMap<string, string>> {
  const emails = await giftListEmails();
  return new Map(emails.map((mail) => [mail.to?.[0]?.address ?? "", linkTo(mail, "/gift-lists/move")]));
}

async function follow(link: string | undefined): Promise<Readonly<{ browser: Browser; answer: Response }>> {
  const browser = new Browser();
  await browser.get(movePage, link ?? "");
  return { browser, answer: await browser.post(useMove, "/gift-lists/move", {}) };
}

test("a list moves when the new address confirms: the old browsers end, and co-owners stay", async () => {
  const { list, tom } = await sharedList();
  const owner = await familyOf(list);
  const requested = await press(owner, list, { intent: "move", new_email: NEW });
  expect(requested.status).toBe(303);
  const links = await moveLinks();
  expect([...links.keys()].sort()).toEqual([list.email, NEW].sort());
  expect(await (await owner.get(ownersPage, at(list, "/owners"), { listId: list.id })).json()).toMatchObject({
    owned: { email: list.email, movesTo: NEW },
  });
  expect((await ownerOf(list.id)).email).toBe(list.email);

  const { browser, answer } = await follow(links.get(NEW));
  expect(answer.headers.get("Location")).toBe(at(list));
  expect((await ownerOf(list.id)).email).toBe(NEW);
  expect([await opens(browser, list), await opens(owner, list), await opens(tom, list)]).toEqual([
    true,
    false,
    true,
  ]);
  expect((await follow(links.get(NEW))).answer.status).toBe(410);
  expect(addressees(await giftListEmails())).toEqual([list.email]);
});

test("the old address undoes a move within 72 hours, also after another one, and the new browsers end", async () => {
  const { list, links } = await movingList();
  const { browser: taker } = await follow(links.get(NEW));
  await inviteCoOwner(await ownerOf(list.id), "friend@new.example", new Date());
  await requestListMove(await ownerOf(list.id), "third@new.example", new Date());
  const third = (await giftListEmails()).find(({ to }) => to?.[0]?.address === "third@new.example");
  const { browser: last } = await follow(linkTo(third, "/gift-lists/move"));
  expect(await opens(last, list)).toBe(true);

  const { browser: owner, answer } = await follow(links.get(list.email));
  expect(answer.status).toBe(303);
  expect((await ownerOf(list.id)).email).toBe(list.email);
  expect([await opens(owner, list), await opens(taker, list), await opens(last, list)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await listCoOwners(list.id, new Date())).toEqual([]);
  expect(await rowsOf("gift_list_moves")).toEqual([]);
});

test("the undo ends 72 hours after the move, and the link to the new address after a day", async () => {
  const { list, links } = await movingList();
  const over = { ends_at: new Date(Date.now() - HOUR_MS).toISOString() };
  const hoursLeft = ({ ends_at: endsAt }: { ends_at: string }) =>
    Math.round((Date.parse(endsAt) - Date.now()) / HOUR_MS);
  const requested = await rowOf("gift_list_moves");
  expect(hoursLeft(requested)).toBe(24);
  await changeRows("gift_list_moves", {}, over);
  expect((await follow(links.get(NEW))).answer.status).toBe(410);
  await changeRows("gift_list_moves", {}, { ends_at: requested.ends_at });
  await follow(links.get(NEW));
  expect(hoursLeft(await rowOf("gift_list_moves"))).toBe(72);
  await changeRows("gift_list_moves", {}, over);
  expect((await follow(links.get(list.email))).answer.status).toBe(410);
});

test("the old address stops a move before it is confirmed, which ends every other browser of the owner", async () => {
  const { list, links } = await movingList();
  const other = await familyOf(list);
  const { browser } = await follow(links.get(list.email));
  expect([await opens(browser, list), await opens(other, list)]).toEqual([true, false]);
  expect((await follow(links.get(NEW))).answer.status).toBe(410);
});

test("a move is refused to an address with five open lists", async () => {
  const list = await openGiftList();
  for (let count = 1; count <= 5; count += 1) await openGiftList({ email: NEW });
  await giftListEmails();
  await requestListMove(list, NEW, new Date());
  const { answer } = await follow((await moveLinks()).get(NEW));
  expect(answer.status).toBe(409);
  expect((await ownerOf(list.id)).email).toBe(list.email);
});

test("erasing the account of the new address deletes the list that was moved there", async () => {
  const { links } = await movingList();
  await changeRows("gift_lists", {}, { created_at: "2020-01-01T00:00:00.000Z" });
  const since = new Date(Date.now() - HOUR_MS).toISOString();
  await follow(links.get(NEW));
  await removeGiftListsOf({ emailKey: NEW, since });
  expect(await rowsOf("gift_lists")).toEqual([]);
});

/** Uses up the emails of the list's day. */
async function sendTwenty(list: EditedList): Promise<void> {
  for (let count = 1; count <= 20; count += 1) {
    const done = await inviteCoOwner(list, `friend${count}@example.org`, new Date());
    if (!done.ok) throw new Error(done.code);
    await removeCoOwner(list, (await coOwnerOf(list)).id);
  }
  await giftListEmails();
}

test("beyond 20 emails a day a list sends no invitation, no thank-you and no move, until the next day", async () => {
  const { list, gift } = await listWithGift({}, { surprise: "shown" });
  const claimId = await given(list, gift);
  await sendTwenty(list);
  const write = (now: Date) => sendThanks(list, { claimId, words: "Thank you." }, now);
  const now = new Date();
  for (const refusal of [
    await inviteCoOwner(list, TOM, now),
    await requestListMove(list, NEW, now),
    await write(now),
  ])
    expect(refusal).toMatchObject({ code: "gift-list-emails" });
  expect(await listCoOwners(list.id, now)).toEqual([]);
  const owner = await familyOf(list);
  const shown = await press(owner, list, { intent: "invite", email: "ida@example.org" });
  expect(shown.status).toBe(429);
  expect(JSON.stringify(await shown.json())).toContain("Try again tomorrow");
  expect((await write(new Date(Date.now() + 25 * HOUR_MS))).ok).toBe(true);
});

test("what is sent because a gift was taken off waits for the next day, and a giver's own request does not wait", async () => {
  const { list, gift } = await listWithGift({ units: 2 });
  await given(list, gift);
  await sendTwenty(list);
  await given(list, gift, "Ida");
  expect(addressees(await giftListEmails())).toEqual(["ida@example.org"]);
  await removeGift({ listId: list.id, giftId: gift }, new Date());
  expect(addressees(await giftListEmails())).toEqual([]);
  const next = new Date(Date.now() + 25 * HOUR_MS);
  await changeRows("rate_limits", {}, { resets_at: new Date().toISOString() });
  await runDueJobs(GIFT_HANDLERS, { now: () => next });
  const queued = await rowsOf("jobs", { kind: "gift-list-email" });
  expect(queued.filter(({ status }) => status !== "done")).toEqual([]);
  expect(addressees(await readEmails())).toEqual(["ida@example.org", "ray@example.org"]);
});
