/** The editor of pages as a browser sends it: nothing that was typed is lost (requirement desk-43). */
import { expect, test } from "vitest";

import type { PageFormAnswer } from "#app/components/desk/pages/page-parts.tsx";
import type { PageFields, PageRef } from "#app/models/content/page-fields.ts";
import { PAGE_LIMITS, readPage } from "#app/models/desk/pages/page-form.ts";
import { listPageUploads } from "#app/models/desk/pages/page-images.server.ts";
import { listPageVersions } from "#app/models/desk/pages/page-rows.server.ts";
import { hidePage, makePage, showPage } from "#app/models/desk/pages/page-standing.server.ts";
import { findPageState, type PageState } from "#app/models/desk/pages/page-states.server.ts";
import { discardPageDraft, publishPage, savePageDraft } from "#app/models/desk/pages/page-steps.server.ts";
import { textMarks } from "#app/models/shared/text-mark.server.ts";
import { action, loader } from "#app/routes/desk/pages/page.tsx";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { jpeg } from "#tests/support/people/photographs.ts";
import { deskCookieOf } from "#tests/support/people/desk/desk-cookie.ts";
import { answerOf } from "#tests/support/people/loader-requests.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const ABOUT: PageRef = { kind: "information", key: "about" };
const JPEG = await jpeg({ width: 300, height: 200 });

async function state(): Promise<PageState> {
  const found = await findPageState(ABOUT);
  if (!found) throw new Error("no page");
  return found;
}

type Sending = Readonly<{ cookie: string; page: PageState }>;
type Fields = Readonly<Record<string, string>>;

/** The form as `page` has it, with `typed` typed into it. */
async function send({ cookie, page }: Sending, typed: Fields, file: Uint8Array | null = null) {
  const marks = Object.entries(textMarks(page.fields)).map(([name, mark]) => [`was-${name}`, mark] as const);
  return post(cookie, { ...page.fields, ...Object.fromEntries(marks), ...typed }, file);
}

async function post(cookie: string, fields: Fields, file: Uint8Array | null = null): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.append("files", file ? new File([new Uint8Array(file)], "a.jpg") : new File([], ""));
  const headers = { Cookie: cookie, Host: "localhost" };
  const request = new Request("http://localhost/desk", { method: "POST", headers, body });
  const params = { pageKind: ABOUT.kind, pageKey: ABOUT.key };
  return answerOf(() => action({ request, params, context: {} }));
}

/** Somebody else at the desk writes meanwhile. */
async function colleague(typed: Partial<PageFields>, step = savePageDraft) {
  const actor = await actorAt((await deskPerson("owner")).token);
  const { fields } = await state();
  const edit = { ref: ABOUT, typed: readPage(ABOUT.kind, { ...fields, ...typed }, fields), marks: null };
  expect(await step(edit, actor)).toMatchObject({ value: { isChanged: true } });
}

async function conflictIn(answer: Response) {
  expect(answer.status).toBe(409);
  const { conflict } = (await answer.json()) as PageFormAnswer;
  if (!conflict) throw new Error("no conflict");
  return conflict;
}

async function uploadedFile(sending: Sending): Promise<string> {
  await send(sending, { intent: "upload", imageText: "A train of oak" }, JPEG);
  const [image] = await listPageUploads(1);
  if (!image) throw new Error("no image");
  return image.file;
}

test.each(["save", "publish", "upload", "insert", "hide", "show"])(
  "after %s the page of two versions says who wrote the other, and its form stores what was typed and does the step",
  async (name) => {
    const cookie = await deskCookieOf("editor");
    const file = await uploadedFile({ cookie, page: await state() });
    const owner = await actorAt((await deskPerson("owner")).token);
    if (name === "show") await hidePage(ABOUT, owner);
    const sending = { cookie, page: await state() };
    await colleague({ title: "Theirs" });
    const intent = name === "insert" ? `insert ${file}` : name;

    const answer = await send(
      sending,
      { title: "Yours", excerpt: "Typed beside it", imageText: "Oak", intent },
      name === "upload" ? JPEG : null,
    );

    const { by, hidden, intent: next } = await conflictIn(answer);
    expect(by).toBe("The owner");
    expect(next).toBe(name === "upload" || name === "insert" ? "save" : name);
    expect(await state()).toMatchObject({ fields: { title: "Theirs" }, isHidden: name === "show" });
    const sent = await post(cookie, { ...hidden, "choose-title": "yours", intent: next });
    expect([sent.status, sent.headers.get("Location")]).toEqual([
      303,
      `/desk/pages/information/about?done=${next}`,
    ]);
    const { fields, isHidden } = await state();
    expect(fields).toMatchObject({ title: "Yours", excerpt: "Typed beside it" });
    expect(fields.body.includes(file)).toBe(name === "insert");
    expect(isHidden).toBe(name === "hide");
    if (name === "hide") await showPage(ABOUT, owner);
  },
);

test("after a colleague hid the page, the page of two versions still names who wrote the other", async () => {
  const sending = { cookie: await deskCookieOf("editor"), page: await state() };
  await colleague({ title: "Theirs" }, publishPage);
  const other = await actorAt((await deskPerson("editor", "second@example.com")).token);
  await hidePage(ABOUT, { ...other, staff: { ...other.staff, name: "The second" } });

  const { by } = await conflictIn(await send(sending, { title: "Yours", intent: "save" }));

  expect(by).toBe("The owner");
});

test.each(["save", "publish", "hide", "show", "upload", "insert"])(
  "what was typed beside the button %s is a draft or on the shop",
  async (name) => {
    const cookie = await deskCookieOf("editor");
    const file = await uploadedFile({ cookie, page: await state() });
    if (name === "show") await hidePage(ABOUT, await actorAt((await deskPerson("owner")).token));
    const intent = name === "insert" ? `insert ${file}` : name;
    const typed = { excerpt: `Typed beside ${name}`, imageText: "Oak", intent };

    const answer = await send({ cookie, page: await state() }, typed, name === "upload" ? JPEG : null);

    expect(answer.status).toBe(303);
    expect((await state()).fields.excerpt).toBe(typed.excerpt);
    if (name === "hide" || name === "show") expect((await state()).isHidden).toBe(name === "hide");
  },
);

test("what was typed beside the button Put back is shown again, and the version comes back without it", async () => {
  const cookie = await deskCookieOf("editor");
  await colleague({ title: "One" }, publishPage);
  await colleague({ title: "Two" }, publishPage);
  const [, older] = await listPageVersions(ABOUT, 2);
  const sending = { cookie, page: await state() };
  const intent = `put-back ${older?.id}`;

  const answer = await send(sending, { intent, excerpt: "Typed beside it" });

  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    values: { excerpt: "Typed beside it" },
    errors: { form: expect.stringContaining("then put the version back") },
  });
  expect(await state()).toMatchObject({ fields: { title: "Two" }, changes: {} });
  const back = await send(sending, { intent });
  expect(back.headers.get("Location")).toBe("/desk/pages/information/about?done=put-back");
  expect((await state()).fields.title).toBe("One");
});

test("a text that is too long for a draft hides nothing, and is shown again", async () => {
  const body = "x".repeat(PAGE_LIMITS.body + 1);

  const answer = await send(
    { cookie: await deskCookieOf("editor"), page: await state() },
    { body, intent: "hide" },
  );

  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ values: { body }, errors: { body: expect.any(String) } });
  expect((await state()).isHidden).toBe(false);
});

test("a page hidden twice with something typed between is a draft that says it was saved", async () => {
  const cookie = await deskCookieOf("editor");
  await send({ cookie, page: await state() }, { intent: "hide" });

  const again = await send({ cookie, page: await state() }, { intent: "hide", excerpt: "Typed" });

  expect(again.headers.get("Location")).toBe("/desk/pages/information/about?done=save");
  expect((await state()).fields.excerpt).toBe("Typed");
  await showPage(ABOUT, await actorAt((await deskPerson("owner")).token));
});

test("a draft that a colleague changed since is not discarded, and the page says so", async () => {
  const cookie = await deskCookieOf("editor");
  await colleague({ title: "Seen" });
  const sending = { cookie, page: await state() };
  await colleague({ excerpt: "Saved since" });

  const answer = await send(sending, { intent: "discard" });

  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    errors: { form: expect.stringContaining("Nothing was discarded") },
  });
  expect((await state()).fields).toMatchObject({ title: "Seen", excerpt: "Saved since" });
  expect((await send({ cookie, page: await state() }, { intent: "discard" })).status).toBe(303);
  expect((await state()).changes).toEqual({});
});

test.each(["ж", "木", "%"])("a text of %s is saved as long as its field allows", async (sign) => {
  const body = sign.repeat(PAGE_LIMITS.body);

  const answer = await send(
    { cookie: await deskCookieOf("editor"), page: await state() },
    { body, intent: "save" },
  );

  expect(answer.status).toBe(303);
  expect((await state()).fields.body).toBe(body);
});

test("a page made anew at a discarded address has none of the other's history", async () => {
  const cookie = await deskCookieOf("editor");
  const actor = await actorAt((await deskPerson("owner")).token);
  const make = (requestKey: string) =>
    makePage({ kind: "information", title: "Pram hire", requestKey }, actor);
  await make("one");
  await discardPageDraft({ kind: "information", key: "pram-hire" }, actor);
  await make("two");

  const request = new Request("http://localhost/desk", { headers: { Cookie: cookie, Host: "localhost" } });
  const params = { pageKind: "information", pageKey: "pram-hire" };
  const { page } = await (await loader({ request, params, context: {} })).json();

  expect(page.history).toHaveLength(1);
});

test.each(["title", "excerpt", "body", "pageTitle", "metaDescription"])(
  "a general claim about the environment in %s is saved, and the page warns of it",
  async (field) => {
    const cookie = await deskCookieOf("editor");
    const request = new Request("http://localhost/desk", { headers: { Cookie: cookie, Host: "localhost" } });
    const params = { pageKind: ABOUT.kind, pageKey: ABOUT.key };
    await send({ cookie, page: await state() }, { [field]: "Kind to the planet", intent: "save" });

    const { page } = await (await loader({ request, params, context: {} })).json();

    expect(page.warnings).toEqual([expect.stringContaining("“kind to the planet”")]);
  },
);
