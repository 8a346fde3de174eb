import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";

import { loader as article } from "#app/routes/content/article.tsx";
import { loader as articleById } from "#app/routes/content/article-by-id.tsx";
import { loader as blog } from "#app/routes/content/blog.tsx";
import { loader as information } from "#app/routes/content/information.tsx";
import { loader as informationIndex } from "#app/routes/content/information-index.tsx";
import { useTestDatabase } from "#tests/support/database.ts";

useTestDatabase();

const ORIGIN = "http://localhost:3000";

function asked(path: string, params: Record<string, string> = {}): LoaderFunctionArgs {
  return { request: new Request(new URL(path, ORIGIN)), params, context: {} };
}

const canonical = (meta: ReadonlyArray<unknown>) =>
  meta.flatMap((tag) => ((tag as { rel?: string }).rel === "canonical" ? [(tag as { href: string }).href] : []));

async function answerOf(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (answer) {
    if (answer instanceof Response) return answer;
    throw answer;
  }
}

test("the journal lists every article and names its own address", async () => {
  const { articles, meta } = await (await blog(asked("/blog"))).json();

  expect(articles).toHaveLength(8);
  expect(articles[0]).not.toHaveProperty("html");
  expect(canonical(meta)).toEqual([`${ORIGIN}/blog`]);
});

test("an article comes with its text, its products and three others", async () => {
  const data = await (await article(asked("/blog/play/5", { slug1: "play", articleId: "5" }))).json();

  expect(data.article.html).toContain("<h2>Around one</h2>");
  expect(data.products.map(({ name }) => name)[0]).toBe("Rainbow Stacker");
  expect(data.products).toHaveLength(4);
  expect(data.next).toHaveLength(3);
  expect(data.next.map(({ id }) => id)).not.toContain(5);
  expect(canonical(data.meta)).toEqual([`${ORIGIN}/blog/play/5`]);
});

test("an article without its section is the same page, canonical with the section", async () => {
  const data = await (await article(asked("/blog/5", { articleId: "5" }))).json();

  expect(data.article.id).toBe(5);
  expect(canonical(data.meta)).toEqual([`${ORIGIN}/blog/play/5`]);
});

test("an article under a wrong section leads to the right one", async () => {
  const answer = await answerOf(() => article(asked("/blog/care/5", { slug1: "care", articleId: "5" })));

  expect([answer.status, answer.headers.get("Location")]).toEqual([301, "/blog/play/5"]);
});

test("an article that does not exist is not found", async () => {
  for (const id of ["99", "0", "05", "5.0", "-1", "abc", "5 ", "99999999999999999999"]) {
    const answer = await answerOf(() => article(asked(`/blog/play/${id}`, { slug1: "play", articleId: id })));

    expect(answer.status, id).toBe(404);
    expect(await answer.text()).toBe(`Page Not Found: /blog/play/${id.trim()}`);
  }
});

test("the bare article address goes on to the article that is named, or to the list", async () => {
  const plain = await answerOf(() => articleById(asked("/blog/article")));
  const named = await answerOf(() => articleById(asked("/blog/article?id=1")));
  const unknown = await answerOf(() => articleById(asked("/blog/article?id=77")));

  expect([plain.status, plain.headers.get("Location")]).toEqual([303, "/blog"]);
  expect([named.status, named.headers.get("Location")]).toEqual([303, "/blog/guides/1"]);
  expect(unknown.status).toBe(404);
});

test("the information list names every page", async () => {
  const { pages, meta } = await (await informationIndex()).json();

  expect(pages).toHaveLength(13);
  expect(canonical(meta)).toEqual([`${ORIGIN}/information`]);
});

test("an alias shows the same page and names the true address", async () => {
  const cases = [
    ["contact", "contact-us"],
    ["contact-us", "contact-us"],
    ["delivery-return", "delivery-and-return"],
    ["delivery-and-return", "delivery-and-return"],
  ] as const;
  for (const [slug, real] of cases) {
    const answer = await information(asked(`/information/${slug}`, { slug }));
    const { page, meta } = await answer.json();

    expect(answer.status).toBe(200);
    expect(page.slug).toBe(real);
    expect(canonical(meta)).toEqual([`${ORIGIN}/information/${real}`]);
  }
});

test("an information page that does not exist is not found, whatever it is called", async () => {
  for (const slug of ["nothing", "constructor", "__proto__", "..%2Fblog"]) {
    const answer = await answerOf(() => information(asked(`/information/${slug}`, { slug })));

    expect(answer.status, slug).toBe(404);
  }
});

test("dates stay the same from one reading to the next", async () => {
  const read = async () => (await (await blog(asked("/blog"))).json()).articles.map(({ publishedOn }) => publishedOn);

  expect(await read()).toEqual(await read());
});
