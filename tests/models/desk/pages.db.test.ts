/** Articles and information pages edited at the desk (requirement desk-43). */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { PageFields, PageRef } from "#app/models/content/page-fields.ts";
import { findArticle, findInformation, listInformation } from "#app/models/content/content.server.ts";
import { readPage } from "#app/models/desk/pages/page-form.ts";
import { cleanUpPageVersions, listPageVersions } from "#app/models/desk/pages/page-rows.server.ts";
import {
  hidePage,
  makePage,
  passPageFile,
  showPage,
  takePageFile,
} from "#app/models/desk/pages/page-standing.server.ts";
import { findPageState, listPageStates, type PageState } from "#app/models/desk/pages/page-states.server.ts";
import {
  discardPageDraft,
  publishPage,
  putBackPage,
  savePageDraft,
} from "#app/models/desk/pages/page-steps.server.ts";
import { monthsBefore } from "#app/models/platform/retention.ts";
import { textMarks } from "#app/models/desk/typed-merge.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { content } from "#app/services/content/content.server.ts";
import { NOW } from "#tests/support/now.ts";
import { listAllQueries } from "#tests/support/checks/count-queries.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Role = "owner" | "packer" | "editor" | "reader";
const person = async (role: Role) => actorAt((await deskPerson(role)).token);

const ABOUT: PageRef = { kind: "information", key: "about" };
const CARE: PageRef = { kind: "article", key: "3" };

async function stateOf(ref: PageRef): Promise<PageState> {
  const state = await findPageState(ref);
  if (!state) throw new Error(`no page ${ref.key}`);
  return state;
}

/** The form as it is, with `changes` typed into it. */
async function edit(ref: PageRef, changes: Partial<PageFields>) {
  const { fields } = await stateOf(ref);
  return { ref, typed: readPage(ref.kind, { ...fields, ...changes }, fields), marks: textMarks(fields) };
}

async function publish(ref: PageRef, changes: Partial<PageFields>) {
  return publishPage(await edit(ref, changes), await person("editor"));
}

const DONE = { ok: true, value: { kind: "done", isChanged: true } };

test("a draft is seen by nobody, and what is published is on the shop at once, with another mark", async () => {
  const before = await content().mark();
  expect(await savePageDraft(await edit(ABOUT, { title: "About us" }), await person("editor"))).toMatchObject(
    DONE,
  );
  expect((await findInformation("about"))?.title).toBe("About Hollybough");
  expect(await content().mark()).toBe(before);
  expect(await stateOf(ABOUT)).toMatchObject({ changes: { title: "About us" }, draftBy: "The editor" });

  expect(await publish(ABOUT, { body: "We carve. <script>alert(1)</script>\n\n## Where" })).toMatchObject(
    DONE,
  );

  const shown = await findInformation("about");
  expect(shown).toMatchObject({ title: "About us", excerpt: expect.stringContaining("Who we are") });
  expect(shown?.html).toContain("<p>We carve. </p>");
  expect(shown?.html).toContain("<h2>Where</h2>");
  expect(await content().mark()).not.toBe(before);
  expect(await stateOf(ABOUT)).toMatchObject({ changes: {}, isEdited: true, changedBy: "The editor" });
  expect(await deskActions("information/about")).toEqual(["page-drafted", "page-published"]);
});

test("an article keeps its number, and gets reading time, date and topic from what was published", async () => {
  const words = Array.from({ length: 700 }, () => "oil").join(" ");

  expect(
    await publish(CARE, { body: words, section: "play", day: "2026-10-01", tags: "wax , oil" }),
  ).toMatchObject(DONE);

  expect(await findArticle("3")).toMatchObject({
    ...{ section: { slug: "play", name: "Play" }, publishedOn: "2026-10-01", tags: ["wax", "oil"] },
    ...{ readingMinutes: 4, image: { file: "blog/caring-for-wooden-toys.jpg", width: 1600 } },
  });
});

test("a page that says what its file says follows the file again", async () => {
  const { published } = await stateOf(ABOUT);
  await publish(ABOUT, { title: "About us" });
  expect((await stateOf(ABOUT)).isEdited).toBe(true);

  expect(await publish(ABOUT, { title: published.title })).toMatchObject(DONE);

  expect(await stateOf(ABOUT)).toMatchObject({ isEdited: false, hasFileChanged: false });
  expect((await findInformation("about"))?.updatedOn).toBe((await stateOf(ABOUT)).file?.changedOn);
});

test("what was published comes back as a draft, and only when nothing else is open", async () => {
  await publish(ABOUT, { title: "One" });
  await publish(ABOUT, { title: "Two" });
  const versions = await listPageVersions(ABOUT, 9);
  expect(versions.map(({ fields: { title }, by }) => [title, by])).toEqual([
    ["Two", "The editor"],
    ["One", "The editor"],
    ["About Hollybough", ""],
  ]);
  const editor = await person("editor");
  const oldest = versions[2]?.id ?? 0;

  expect(await putBackPage(await edit(ABOUT, { excerpt: "Typed" }), oldest, editor)).toMatchObject({
    code: "desk-draft-first",
  });
  expect(await putBackPage(await edit(ABOUT, {}), oldest, editor)).toMatchObject({ ok: true });
  expect(await stateOf(ABOUT)).toMatchObject({ changes: { title: "About Hollybough" } });
  expect((await findInformation("about"))?.title).toBe("Two");
  expect(await putBackPage(ABOUT, oldest, editor)).toMatchObject({ code: "desk-draft-first" });
  expect(await putBackPage(CARE, oldest, editor)).toMatchObject({ code: "desk-version-gone" });
  expect(await discardPageDraft(ABOUT, editor)).toMatchObject({ value: { isChanged: true, isGone: false } });
  expect((await stateOf(ABOUT)).changes).toEqual({});
});

test("what was there for years before a publication can be put back for two years after it", async () => {
  await publish(ABOUT, { title: "Of long ago" });
  await db().deleteFrom("page_versions").execute();
  const old = monthsBefore(NOW, 25).slice(0, 10);
  await db().updateTable("published_pages").set({ changed_on: old }).execute();
  await publish(ABOUT, { title: "New" });

  await cleanUpPageVersions(later(1));

  const versions = await listPageVersions(ABOUT, 9);
  expect(versions.map(({ fields }) => fields.title)).toEqual(["New", "Of long ago"]);
  expect(await putBackPage(ABOUT, versions[1]?.id ?? 0, await person("editor"))).toMatchObject({
    value: { isChanged: true },
  });
  await cleanUpPageVersions(later(2 * 366 * 24 * 60));
  expect((await listPageVersions(ABOUT, 9)).map(({ fields }) => fields.title)).toEqual(["New"]);
});

test("of two who see one draft, one discards nothing after the other has saved", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  await savePageDraft(await edit(ABOUT, { title: "Seen" }), owner);
  const { marks } = await edit(ABOUT, {});
  await savePageDraft(await edit(ABOUT, { excerpt: "Saved since" }), editor);

  expect(await discardPageDraft(ABOUT, owner, marks)).toMatchObject({ code: "desk-draft-changed" });
  expect((await stateOf(ABOUT)).changes).toEqual({ title: "Seen", excerpt: "Saved since" });
  const { marks: anew } = await edit(ABOUT, {});
  expect(await discardPageDraft(ABOUT, owner, anew)).toMatchObject({ value: { isChanged: true } });
  expect((await stateOf(ABOUT)).changes).toEqual({});
});

test("the number of a discarded article is never given to another, so an old page discards nothing", async () => {
  const editor = await person("editor");
  const make = async (title: string) => {
    const made = await makePage({ kind: "article", title, requestKey: title }, editor);
    if (!made.ok) throw new Error(made.code);
    return made.value;
  };
  const first = await make("First");
  const { marks } = await edit(first, {});
  await discardPageDraft(first, editor, marks);

  const second = await make("Second");

  expect(second.key).not.toBe(first.key);
  expect(await discardPageDraft(first, editor, marks)).toMatchObject({ code: "not-found" });
  expect((await stateOf(second)).fields.title).toBe("Second");
});

test("of two who change one field at once the second reads both, and other fields are merged", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const [one, other] = [await edit(ABOUT, { title: "Mine" }), await edit(ABOUT, { title: "Ours" })];
  const third = await edit(ABOUT, { excerpt: "Short." });

  const done = await Promise.all([publishPage(one, owner), publishPage(other, editor)]);

  const kinds = done.map((each) => each.ok && each.value.kind);
  expect(kinds.toSorted()).toEqual(["conflict", "done"]);
  const title = (await findInformation("about"))?.title ?? "";
  expect(done).toContainEqual(
    expect.objectContaining({ value: expect.objectContaining({ theirs: { title } }) }),
  );
  expect(await savePageDraft(third, editor)).toMatchObject(DONE);
  expect((await stateOf(ABOUT)).fields).toMatchObject({ title, excerpt: "Short." });
});

test("what is empty, too long, in the future or unknown is named at its field, and nothing is saved", async () => {
  const editor = await person("editor");
  const problems = async (ref: PageRef, changes: Partial<PageFields>, step = publishPage) => {
    const done = await step(await edit(ref, changes), editor);
    return done.ok && done.value.kind === "invalid" ? done.value.errors : {};
  };

  expect(await problems(ABOUT, { title: " ", body: "x".repeat(20_001) }, savePageDraft)).toEqual({
    title: "Enter a title",
    body: "Use up to 20,000 characters",
  });
  expect(await problems(ABOUT, { excerpt: "" }, savePageDraft)).toEqual({});
  await discardPageDraft(ABOUT, editor);
  expect(await problems(ABOUT, { excerpt: "", slug: "About us" })).toEqual({
    excerpt: "Enter a summary",
    slug: "Use small letters, digits and single hyphens",
  });
  expect(
    Object.keys(await problems(CARE, { day: "2999-01-01", image: "blog/none.jpg", imageAlt: "" })),
  ).toEqual([...["day", "imageAlt", "image"]]);
  expect(await problems(CARE, { day: "27 November" })).toEqual({ day: "Enter a date such as 2026-11-27" });
  expect(Object.keys(await problems(ABOUT, { slug: "terms" }))).toEqual(["slug"]);
  expect(Object.keys(await problems(ABOUT, { slug: "contact" }))).toEqual(["slug"]);
  expect(Object.keys(await problems({ kind: "information", key: "terms" }, { slug: "our-terms" }))).toEqual([
    "slug",
  ]);
  expect((await listPageStates())?.filter(({ isEdited }) => isEdited)).toEqual([]);
});

test("a renamed page leads on from its old address, and back again without a circle", async () => {
  expect(await publish(ABOUT, { slug: "our-story" })).toMatchObject(DONE);
  expect(await findInformation("about")).toBeNull();
  expect((await findInformation("our-story"))?.title).toBe("About Hollybough");
  expect(await findRedirect("/information/about")).toBe("/information/our-story");

  const editor = await person("editor");
  expect(await makePage({ kind: "information", title: "About", requestKey: "k1" }, editor)).toMatchObject({
    code: "page-address-taken",
  });
  await publish(ABOUT, { slug: "about" });
  expect(await findRedirect("/information/about")).toBeNull();
  expect(await findRedirect("/information/our-story")).toBe("/information/about");
});

test("a hidden page is on no list, and what the law or the home page needs stays", async () => {
  const editor = await person("editor");
  const slugs = async () => (await listInformation()).map(({ slug }) => slug);

  expect(await hidePage(ABOUT, editor)).toMatchObject({ value: { isChanged: true } });
  expect(await hidePage(ABOUT, editor)).toMatchObject({ value: { isChanged: false } });
  expect(await slugs()).not.toContain("about");
  expect(await findInformation("about")).toBeNull();
  await publish(ABOUT, { title: "Still hidden" });
  expect(await findInformation("about")).toBeNull();
  expect(await showPage(ABOUT, editor)).toMatchObject({ value: { isChanged: true } });
  expect((await findInformation("about"))?.title).toBe("Still hidden");

  for (const key of ["terms", "privacy", "warranty-and-repairs"])
    expect(await hidePage({ kind: "information", key }, editor), key).toMatchObject({ code: "page-needed" });
  expect(await hidePage(CARE, editor)).toMatchObject({ ok: true });
  expect(await findArticle("3")).toBeNull();
});

test("a new page is a draft with a title, made once, published when it is complete, or gone when discarded", async () => {
  const editor = await person("editor");
  const page = { kind: "information", title: "Pram hire", requestKey: "k2" } as const;
  const made = await Promise.all([makePage(page, editor), makePage(page, editor)]);
  const ref: PageRef = { kind: "information", key: "pram-hire" };

  expect(made).toEqual([
    { ok: true, value: ref },
    { ok: true, value: ref },
  ]);
  expect(await findInformation("pram-hire")).toBeNull();
  expect(await hidePage(ref, editor)).toMatchObject({ code: "page-never-published" });
  const incomplete = await publish(ref, {});
  expect(
    incomplete.ok && incomplete.value.kind === "invalid" && Object.keys(incomplete.value.errors),
  ).toEqual([...["excerpt", "body", "section"]]);
  const rest = { excerpt: "By the week.", body: "Ask us.", section: "Help" };
  expect(await publish(ref, { ...rest, slug: "hire-a-pram" })).toMatchObject(DONE);
  expect(await findInformation("hire-a-pram")).toMatchObject({ ...{ title: "Pram hire", group: "Help" } });
  expect(await findRedirect("/information/pram-hire")).toBeNull();

  const article = await makePage({ kind: "article", title: "A walk", requestKey: "k3" }, editor);
  expect(article).toEqual({ ok: true, value: { kind: "article", key: "d1" } });
  const ofArticle: PageRef = { kind: "article", key: "d1" };
  await publish(ofArticle, {
    ...{ excerpt: "Out.", body: "Go.", section: "play", image: "blog/first-bike.jpg", imageAlt: "A bike" },
  });
  expect(await findArticle("d1")).toMatchObject({ author: "The editor", image: { width: 1600 } });
  await makePage({ kind: "article", title: "Another", requestKey: "k4" }, editor);
  expect(await discardPageDraft({ kind: "article", key: "d2" }, editor)).toMatchObject({
    value: { isGone: true },
  });
  expect(await findPageState({ kind: "article", key: "d2" })).toBeNull();
});

test("of two who publish one address at once, one does", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const keys = await Promise.all(
    ["North", "South"].map(async (title) => {
      const made = await makePage({ kind: "information", title, requestKey: title }, owner);
      return made.ok ? made.value : ABOUT;
    }),
  );
  const parts = { excerpt: "E", body: "B", section: "Help", slug: "east" };
  const edits = await Promise.all(keys.map((ref) => edit(ref, parts)));

  const done = await Promise.all([publishPage(edits[0]!, owner), publishPage(edits[1]!, editor)]);

  expect(done.map((each) => each.ok && each.value.kind).toSorted()).toEqual(["done", "invalid"]);
});

test("a file that has changed since is named, looked at, and taken or passed over", async () => {
  const editor = await person("editor");
  await publish(ABOUT, { title: "Ours" });
  expect(await passPageFile(ABOUT, editor)).toMatchObject({ code: "page-file-unchanged" });
  const older = () => db().updateTable("published_pages").set({ file_mark: "older" }).execute();
  await older();
  expect((await stateOf(ABOUT)).hasFileChanged).toBe(true);
  await publish(ABOUT, { title: "Ours, again" });
  expect((await stateOf(ABOUT)).hasFileChanged).toBe(true);

  expect(await passPageFile(ABOUT, editor)).toMatchObject({ ok: true });
  expect(await stateOf(ABOUT)).toMatchObject({ hasFileChanged: false, isEdited: true });
  expect((await findInformation("about"))?.title).toBe("Ours, again");
  await older();
  expect(await takePageFile(ABOUT, editor)).toMatchObject({ value: { isChanged: true } });
  expect(await takePageFile(ABOUT, editor)).toMatchObject({ code: "desk-draft-first" });
  expect(await stateOf(ABOUT)).toMatchObject({ changes: { title: "About Hollybough" } });
  await publish(ABOUT, {});
  expect(await stateOf(ABOUT)).toMatchObject({ hasFileChanged: false, isEdited: false });
});

test("packers and readers change no page", async () => {
  for (const role of ["packer", "reader"] as const) {
    const actor = await person(role);
    const form = await edit(ABOUT, { title: "No" });
    const done = await Promise.all([
      ...[savePageDraft(form, actor), publishPage(form, actor), discardPageDraft(ABOUT, actor)],
      ...[putBackPage(ABOUT, 1, actor), hidePage(ABOUT, actor), showPage(ABOUT, actor)],
      ...[takePageFile(ABOUT, actor), passPageFile(ABOUT, actor)],
      makePage({ kind: "article", title: "No", requestKey: "no" }, actor),
    ]);
    for (const each of done) expect(each).toMatchObject({ code: "desk-not-allowed" });
  }
});

test("content that nobody has changed is read from the database once, and then not again", async () => {
  await publish(ABOUT, { title: "Ours" });
  await content().listPages();

  const queries = await listAllQueries(async () => {
    await content().listPages();
    await content().listArticles();
    await content().mark();
  });

  expect(queries.filter((text) => !/data_version|pg_current_snapshot/.test(text))).toEqual([]);
});
