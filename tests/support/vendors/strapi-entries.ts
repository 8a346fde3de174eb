/** What an editor wrote at the content server, for tests: articles and pages with a draft among them. */
import type { FakeEntry, FakeStrapi } from "./strapi.ts";

export const CMS_ORIGIN = "https://cms.example";

const IDS = "abcdefghijklmnopqrstuvwx";

/** The stable id that Strapi 5 gives, made of a number. */
const documentIdOf = (id: number) => `${IDS.slice(0, 20)}${String(id).padStart(4, "0")}`;

/** As the shop's address has it. */
export const articleIdOf = (version: 4 | 5, id: number) => (version === 4 ? String(id) : documentIdOf(id));

export function article(id: number, more: Partial<FakeEntry["fields"]> = {}): FakeEntry {
  const day = String(1 + (id % 20)).padStart(2, "0");
  return {
    id,
    documentId: documentIdOf(id),
    publishedAt: `2026-11-${day}T09:00:00.000Z`,
    fields: {
      title: `Article ${id}`,
      slug: `article-${id}`,
      excerpt: `What article ${id} is about.`,
      body: `Words.\n\n## One\n\nA.\n\n## Two\n\nB.\n\n## Three\n\nC.`,
      category: { id: 7, documentId: documentIdOf(7), name: "Play", slug: "play" },
      author: "Ruth Ashdown",
      tags: ["wood", "Open-ended"],
      related: ["rainbow-stacker"],
      cover: {
        id: 3,
        documentId: documentIdOf(3),
        url: `${CMS_ORIGIN}/uploads/cover.jpg`,
        alternativeText: "A stack of blocks",
        width: 1600,
        height: 1000,
        mime: "image/jpeg",
      },
      ...more,
    },
  };
}

export function page(id: number, more: Partial<FakeEntry["fields"]> = {}): FakeEntry {
  return {
    id,
    documentId: documentIdOf(id),
    publishedAt: "2026-11-10T09:00:00.000Z",
    fields: {
      title: "About us",
      slug: "about",
      excerpt: "Who we are.",
      body: "We are five people.\n\n## Where\n\nIn Ledbury.",
      group: "The shop",
      order: 10,
      ...more,
    },
  };
}

/** The article of which a draft must not be seen. */
export const DRAFT = { ...article(99, { title: "Not yet", slug: "not-yet" }), publishedAt: null };

/** Three articles and two pages, and a draft of each. */
export function fillStrapi({ articles, pages }: Pick<FakeStrapi, "articles" | "pages">): void {
  articles.push(article(1), article(2), article(3), DRAFT);
  pages.push(page(1), page(2, { title: "Terms", slug: "terms", order: 5, group: "Legal" }), {
    ...page(3, { title: "Secret", slug: "secret" }),
    publishedAt: null,
  });
}
