import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { embeddedContent } from "#app/services/content/content-embedded.server.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

const FIRST_DAY = new Date("2026-11-21T10:00:00Z");
const content = (folder = "content") => embeddedContent(folder, { firstDay: async () => FIRST_DAY });

function copyOfContent(): string {
  const folder = newFolder();
  for (const name of ["blog", "information", "home.json", "blog-categories.json", "imagery/manifest.json"]) {
    cpSync(join("content", name), join(folder, name), { recursive: true });
  }
  return folder;
}

function edit(file: string, from: string | RegExp, to: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}

test("every article of the repository is readable, newest first, with dates relative to the shop's first day", async () => {
  const articles = await content().listArticles();

  expect(articles).toHaveLength(8);
  expect(articles.map(({ id }) => id)).toEqual(["5", "1", "4", "2", "7", "3", "6", "8"]);
  expect(articles[0]).toMatchObject({
    title: "Twenty things to do with seven arches",
    section: { slug: "play", name: "Play" },
    publishedOn: "2026-11-17",
    readingMinutes: 4,
    image: { file: "blog/open-ended-play.jpg", width: 1600, height: 1000 },
  });
});

test("every information page is readable, and its text starts below the page's own title", async () => {
  const pages = await content().listPages();

  expect(pages).toHaveLength(14);
  for (const page of pages) {
    expect(page.html, page.slug).not.toMatch(/<h1|<script|style=|undefined/);
    expect(page.title.length).toBeGreaterThan(3);
  }
});

test("all links of texts and the home page to content lead to existing content", async () => {
  const port = content();
  const [articles, pages, home] = await Promise.all([port.listArticles(), port.listPages(), port.home()]);
  const known = new Set([
    ...pages.map(({ slug }) => `/information/${slug}`),
    ...articles.map(({ id, section }) => `/blog/${section.slug}/${id}`),
  ]);

  const texts = [...articles, ...pages].map(({ html }) => html).join("") + JSON.stringify(home);
  const links = [...texts.matchAll(/(?:href="|"href":")(\/(?:information|blog)\/[^"#?]*)/g)];

  expect(home.blog.picks).toEqual([1, 5, 4]);
  expect(links.length).toBeGreaterThan(8);
  for (const [, path] of links) expect(known).toContain(path);
});

test("a mistake in the front matter is reported with file, line and key", async () => {
  const mistakes: Array<readonly [from: string | RegExp, to: string, message: string]> = [
    [/days_ago: \d+/, "days_ago: soon", ":8: published_days_ago must be a number of days"],
    [/^category: .*$/m, "category: gossip", ":4: category is not in blog-categories.json"],
    [/^image: .*$/m, "image: blog/missing.jpg", ":10: image is not in imagery/manifest.json"],
    [/^image: .*$/m, "image: ../../secret.jpg", ":10: image must be an image such as blog/a.jpg"],
    [/^author: .*$/m, "autor: me", ":1: author Required"],
    [/^author: /m, "autor: me\nauthor: ", ":7: autor is not a key the shop knows"],
    [/^title: .*$/m, "title", ':5: this is not a line of the form "key: value"'],
    [/^title: .*$/m, 'title: "open', ":5: title: the quotation mark is not closed"],
    [/^tags: .*$/m, "tags: [a, b", ":12: tags: the list has no closing bracket"],
    [/^title: /m, "id: 3\ntitle: ", ":5: id is given twice"],
    [/^---$/m, "", ":1: the file must begin with a line of ---"],
  ];
  for (const [from, to, message] of mistakes) {
    const folder = copyOfContent();
    edit(join(folder, "blog", "caring-for-oiled-wood.md"), from, to);

    await expect(content(folder).listArticles()).rejects.toThrow(
      `content/blog/caring-for-oiled-wood.md${message}`,
    );
  }
});

test("a mistake in a JSON file is reported with file and place", async () => {
  const folder = copyOfContent();
  edit(join(folder, "home.json"), '"href": "/c/wooden-toys"', '"href": "https://elsewhere.example"');

  await expect(content(folder).home()).rejects.toThrow(
    "content/home.json: hero.actions.0.href must be an address",
  );
});

test("a mistake in a file that was valid leaves the last valid text up until it is corrected", async () => {
  const folder = copyOfContent();
  const file = join(folder, "information", "about.md");
  const port = content(folder);
  await port.listPages();
  const warned = new Promise<Error>((resolve) => process.once("warning", resolve));

  edit(file, /^title: .*$/m, "title");
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const during = await port.findPage("about");
  edit(file, /^title$/m, 'title: "About us"');
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const after = await port.findPage("about");

  expect(during?.title).toBe("About {{shop}}");
  expect((await warned).message).toContain("content/information/about.md:3");
  expect(after?.title).toBe("About us");
});

test("a mistake in an article leaves the home page and the information pages unaffected", async () => {
  const folder = copyOfContent();
  edit(join(folder, "blog", "caring-for-oiled-wood.md"), /^id: .*$/m, "id: three");
  const port = content(folder);

  await expect(port.listArticles()).rejects.toThrow("caring-for-oiled-wood.md:2: id must be a number");
  expect(await port.listPages()).toHaveLength(14);
  expect((await port.home()).hero.heading).toBe("Made to be passed on");
});

test("a file that changes is read again, and a corrected one works at once", async () => {
  const folder = copyOfContent();
  const file = join(folder, "information", "about.md");
  const port = content(folder);
  edit(file, /^title: .*$/m, "title");
  await expect(port.listPages()).rejects.toThrow("information/about.md:3");

  edit(file, /^title$/m, 'title: "About us"');
  const page = await port.findPage("about");

  expect(page?.title).toBe("About us");
});
