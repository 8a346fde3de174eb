/** Articles and information pages edited at the desk (requirement desk-43). */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { PageFields, PageRef } from "#app/models/content/page-fields.ts";
import { findArticle, findInformation, listInformation } from "#app/models/content/content.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
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
import { textMarks } from "#app/models/shared/text-mark.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { content } from "#app/services/content/content.server.ts";
import { NOW } from "#tests/support/now.ts";
import { listAllQueries } from "#tests/support/checks/count-queries.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

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

async function saveDraft(changes: Partial<PageFields>, by: DeskPerson) {
  return savePageDraft(await edit(ABOUT, changes), by);
}

async function made(kind: PageRef["kind"], title: string, by: DeskPerson): Promise<PageRef> {
  const done = await makePage({ kind, title, requestKey: title }, by);
  if (!done.ok) throw new Error(done.code);
  return done.value;
}

const titleOf = async (slug: string) => (await findInformation(slug))?.title;
const versionTitles = async () =>
  (await listPageVersions(ABOUT, 9)).map(({ fields, by }) => [fields.title, by]);

test("a draft is seen by nobody, and what is published is on the shop at once, with another mark", async () => {
  const before = await content().mark();
  expect(await outcomeOf(saveDraft({ title: "About us" }, await person("editor")))).toBe("done");
  expect(await titleOf("about")).toBe("About Hollybough");
  expect(await content().mark()).toBe(before);
  expect(await stateOf(ABOUT)).toMatchObject({ changes: { title: "About us" }, draftBy: "The editor" });

  const body = "We carve. <script>alert(1)</script>\n\n## Where";
  expect(await outcomeOf(publish(ABOUT, { body }))).toBe("done");

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

  const typed = { body: words, section: "play", day: "2026-10-01", tags: "wax , oil" };
  expect(await outcomeOf(publish(CARE, typed))).toBe("done");

  expect(await findArticle("3")).toMatchObject({
    ...{ section: { slug: "play", name: "Play" }, publishedOn: "2026-10-01", tags: ["wax", "oil"] },
    ...{ readingMinutes: 4, image: { file: "blog/caring-for-wooden-toys.jpg", width: 1600 } },
  });
});

test("what was published comes back as a draft, and only when nothing else is open", async () => {
  await publish(ABOUT, { title: "One" });
  await publish(ABOUT, { title: "Two" });
  expect(await versionTitles()).toEqual([
    ["Two", "The editor"],
    ["One", "The editor"],
    ["About {{shop}}", ""],
  ]);
  const editor = await person("editor");
  const oldest = (await listPageVersions(ABOUT, 9))[2]?.id ?? 0;

  const typed = await edit(ABOUT, { excerpt: "Typed" });
  expect(await outcomeOf(putBackPage(typed, oldest, editor))).toBe("desk-draft-first");
  expect(await outcomeOf(putBackPage(await edit(ABOUT, {}), oldest, editor))).toBe("done");
  expect(await stateOf(ABOUT)).toMatchObject({ changes: { title: "About {{shop}}" } });
  expect(await titleOf("about")).toBe("Two");
  expect(await outcomeOf(putBackPage(ABOUT, oldest, editor))).toBe("desk-draft-first");
  expect(await outcomeOf(putBackPage(CARE, oldest, editor))).toBe("desk-version-gone");
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

  const titles = async () => (await versionTitles()).map(([title]) => title);
  expect(await titles()).toEqual(["New", "Of long ago"]);
  const oldest = (await listPageVersions(ABOUT, 9))[1]?.id ?? 0;
  expect(await outcomeOf(putBackPage(ABOUT, oldest, await person("editor")))).toBe("done");
  await cleanUpPageVersions(later(2 * 366 * 24 * 60));
  expect(await titles()).toEqual(["New"]);
});

test("of two who see one draft, one discards nothing after the other has saved", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  await saveDraft({ title: "Seen" }, owner);
  const { marks } = await edit(ABOUT, {});
  await saveDraft({ excerpt: "Saved since" }, editor);

  expect(await outcomeOf(discardPageDraft(ABOUT, owner, marks))).toBe("desk-draft-changed");
  expect((await stateOf(ABOUT)).changes).toEqual({ title: "Seen", excerpt: "Saved since" });
  const { marks: anew } = await edit(ABOUT, {});
  expect(await outcomeOf(discardPageDraft(ABOUT, owner, anew))).toBe("done");
  expect((await stateOf(ABOUT)).changes).toEqual({});
});

test("the number of a discarded article is never given to another, so an old page discards nothing", async () => {
  const editor = await person("editor");
  const first = await made("article", "First", editor);
  const { marks } = await edit(first, {});
  await discardPageDraft(first, editor, marks);

  const second = await made("article", "Second", editor);

  expect(second.key).not.toBe(first.key);
  expect(await outcomeOf(discardPageDraft(first, editor, marks))).toBe("not-found");
  expect((await stateOf(second)).fields.title).toBe("Second");
});

test("of two who change one field at once the second reads both, and other fields are merged", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const [one, other] = [await edit(ABOUT, { title: "Mine" }), await edit(ABOUT, { title: "Ours" })];
  const third = await edit(ABOUT, { excerpt: "Short." });

  const done = await Promise.all([publishPage(one, owner), publishPage(other, editor)]);

  expect((await Promise.all(done.map(outcomeOf))).sort()).toEqual(["conflict", "done"]);
  const title = (await titleOf("about")) ?? "";
  expect(done).toContainEqual(
    expect.objectContaining({ value: expect.objectContaining({ theirs: { title } }) }),
  );
  expect(await outcomeOf(savePageDraft(third, editor))).toBe("done");
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
  expect(await problems(CARE, { day: "27 November" })).toEqual({ day: "Enter a date such as 2026-11-27" });
  const fields = async (ref: PageRef, changes: Partial<PageFields>) =>
    Object.keys(await problems(ref, changes)).join(" ");
  const article = { day: "2999-01-01", image: "blog/none.jpg", imageAlt: "" };
  expect(await fields(CARE, article)).toBe("day imageAlt image");
  expect(await fields(ABOUT, { slug: "terms" })).toBe("slug");
  expect(await fields(ABOUT, { slug: "contact" })).toBe("slug");
  expect(await fields({ kind: "information", key: "terms" }, { slug: "our-terms" })).toBe("slug");
  expect((await listPageStates())?.filter(({ isEdited }) => isEdited)).toEqual([]);
});

test("a renamed page leads on from its old address, and back again without a circle", async () => {
  expect(await outcomeOf(publish(ABOUT, { slug: "our-story" }))).toBe("done");
  expect(await findInformation("about")).toBeNull();
  expect(await titleOf("our-story")).toBe("About Hollybough");
  expect(await findRedirect("/information/about")).toBe("/information/our-story");

  const editor = await person("editor");
  const another = { kind: "information", title: "About", requestKey: "k1" } as const;
  expect(await outcomeOf(makePage(another, editor))).toBe("page-address-taken");
  await publish(ABOUT, { slug: "about" });
  expect(await findRedirect("/information/about")).toBeNull();
  expect(await findRedirect("/information/our-story")).toBe("/information/about");
});

test("a hidden page is on no list, and what the law or the home page needs stays", async () => {
  const editor = await person("editor");
  const slugs = async () => (await listInformation()).map(({ slug }) => slug);

  expect(await outcomeOf(hidePage(ABOUT, editor))).toBe("done");
  expect(await outcomeOf(hidePage(ABOUT, editor))).toBe("unchanged");
  expect(await slugs()).not.toContain("about");
  expect(await findInformation("about")).toBeNull();
  await publish(ABOUT, { title: "Still hidden" });
  expect(await findInformation("about")).toBeNull();
  expect(await outcomeOf(showPage(ABOUT, editor))).toBe("done");
  expect(await titleOf("about")).toBe("Still hidden");

  for (const key of ["terms", "privacy", "warranty-and-repairs"])
    expect(await outcomeOf(hidePage({ kind: "information", key }, editor)), key).toBe("page-needed");
  expect(await hidePage(CARE, editor)).toMatchObject({ ok: true });
  expect(await findArticle("3")).toBeNull();
});

test("a new page is a draft with a title, made once, published when it is complete, or gone when discarded", async () => {
  const editor = await person("editor");
  const page = { kind: "information", title: "Pram hire", requestKey: "k2" } as const;
  const refs = await Promise.all([makePage(page, editor), makePage(page, editor)]);
  const ref: PageRef = { kind: "information", key: "pram-hire" };

  expect(refs).toEqual([1, 2].map(() => ({ ok: true, value: ref })));
  expect(await findInformation("pram-hire")).toBeNull();
  expect(await outcomeOf(hidePage(ref, editor))).toBe("page-never-published");
  const incomplete = await publish(ref, {});
  expect(
    incomplete.ok && incomplete.value.kind === "invalid" && Object.keys(incomplete.value.errors),
  ).toEqual([...["excerpt", "body", "section"]]);
  const rest = { excerpt: "By the week.", body: "Ask us.", section: "Help" };
  expect(await outcomeOf(publish(ref, { ...rest, slug: "hire-a-pram" }))).toBe("done");
  expect(await findInformation("hire-a-pram")).toMatchObject({ ...{ title: "Pram hire", group: "Help" } });
  expect(await findRedirect("/information/pram-hire")).toBeNull();

  const article = await made("article", "A walk", editor);
  expect(article).toEqual({ kind: "article", key: "d1" });
  const image = { image: "blog/first-bike.jpg", imageAlt: "A bike" };
  await publish(article, { excerpt: "Out.", body: "Go.", section: "play", ...image });
  expect(await findArticle("d1")).toMatchObject({ author: "The editor", image: { width: 1600 } });
  const another = await made("article", "Another", editor);
  expect(another.key).toBe("d2");
  expect(await discardPageDraft(another, editor)).toMatchObject({ value: { isGone: true } });
  expect(await findPageState(another)).toBeNull();
});

test("of two who publish one address at once, one does", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const refs = [await made("information", "North", owner), await made("information", "South", owner)];
  const parts = { excerpt: "E", body: "B", section: "Help", slug: "east" };
  const [one, other] = await Promise.all(refs.map((ref) => edit(ref, parts)));

  const done = await atOnce(publishPage(one!, owner), publishPage(other!, editor));

  expect(done).toEqual(["done", "invalid"]);
});

test("a file that has changed since is named and passed over, or taken, and then the page follows it again", async () => {
  const editor = await person("editor");
  await publish(ABOUT, { title: "Ours" });
  expect(await outcomeOf(passPageFile(ABOUT, editor))).toBe("page-file-unchanged");
  const older = () => db().updateTable("published_pages").set({ file_mark: "older" }).execute();
  await older();
  expect((await stateOf(ABOUT)).hasFileChanged).toBe(true);
  await publish(ABOUT, { title: "Ours, again" });
  expect((await stateOf(ABOUT)).hasFileChanged).toBe(true);

  expect(await passPageFile(ABOUT, editor)).toMatchObject({ ok: true });
  expect(await stateOf(ABOUT)).toMatchObject({ hasFileChanged: false, isEdited: true });
  expect(await titleOf("about")).toBe("Ours, again");
  await older();
  expect(await outcomeOf(takePageFile(ABOUT, editor))).toBe("done");
  expect(await outcomeOf(takePageFile(ABOUT, editor))).toBe("desk-draft-first");
  expect(await stateOf(ABOUT)).toMatchObject({ changes: { title: "About {{shop}}" } });
  await publish(ABOUT, {});
  expect(await stateOf(ABOUT)).toMatchObject({ hasFileChanged: false, isEdited: false });
  expect((await findInformation("about"))?.updatedOn).toBe((await stateOf(ABOUT)).file?.changedOn);
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
