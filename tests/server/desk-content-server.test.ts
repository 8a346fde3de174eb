/** The desk of a shop whose articles and pages come from a content server: it shows them, and changes nothing. */

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { inviteToDesk } from "#tests/support/people/desk/desk-invite.ts";
import { joinDesk } from "#tests/support/people/desk/desk-join.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { tryCommand } from "#tests/support/shops/shop-command.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";
import { article, page } from "#tests/support/vendors/strapi-entries.ts";
import { type FakeStrapi, startStrapi, STRAPI_TOKEN } from "#tests/support/vendors/strapi.ts";

const ELSEWHERE = "A content server has the articles and pages. Change them there";

let strapi: FakeStrapi;
let owner: Shopper;

const settings = () => ({ CONTENT_PROVIDER: "strapi", STRAPI_URL: strapi.url, STRAPI_TOKEN });

async function command(...args: ReadonlyArray<string>): Promise<string> {
  const { stdout, stderr } = await tryCommand(shop, args, settings());
  return stdout + stderr;
}

const shop = useShop(async () => {
  strapi = await startStrapi(5);
  strapi.articles.push(article(1, { title: "Oiling oak", cover: null }));
  strapi.pages.push(page(1, { title: "About our people" }));
  return { env: settings() };
});

beforeAll(async () => {
  const martha = { email: "martha@example.com", name: "Martha Pryce", role: "owner" } as const;
  owner = await joinDesk(shop.origin, await inviteToDesk(shop, martha));
  // Until the content server has answered, the shop shows its own pages.
  const hasRead = async () => (await owner.get("/desk/pages")).body.includes("Oiling oak");
  await vi.waitUntil(hasRead, { timeout: 60_000, interval: 100 });
});

afterAll(() => strapi.stop());

test("the list shows what the shop has read, says where it is changed, and has neither a form nor a way in", async () => {
  const { status, body } = await owner.get("/desk/pages");

  expect(status).toBe(200);
  expect(body).toContain("Oiling oak");
  expect(body).toContain("About our people");
  expect(body).toContain("and are changed there. The desk shows what the shop has read.");
  const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(body) ?? [];
  const forms = [...main.matchAll(/<form[^>]*method="post"[^>]*>/g)].map(([form]) => form);
  expect(forms.filter((form) => !form.includes('action="/desk/logout"'))).toEqual([]);
  expect(main).not.toContain('name="move"');
  expect(main).not.toContain("/desk/pages/");
});

test.each([
  "/desk/pages/new",
  "/desk/pages/article/1",
  "/desk/pages/information/about",
  "/desk/pages/article/d1",
])("%s is refused with words", async (path) => {
  const { status, body } = await owner.get(path);
  expect(status).toBe(409);
  expect(body).toContain(ELSEWHERE);
});

test.each([
  ["/desk/pages", { move: "down about", was: "x" }],
  ["/desk/pages/new", { kind: "article", key: "page_1", title: "Ours" }],
  ...["save", "publish", "discard", "hide", "show", "take-file", "pass-file", "upload", "put-back 1"].map(
    (intent) => ["/desk/pages/information/about", { intent, title: "Ours" }] as const,
  ),
] as ReadonlyArray<readonly [string, Record<string, string>]>)(
  "the form of %s with %j is refused with words, and nothing is written",
  async (path, form) => {
    const { status, body } = await owner.post(path, form);
    expect(status).toBe(409);
    expect(body).toContain(ELSEWHERE);
    expect((await new Shopper(shop.origin).get("/information")).body).toContain("About our people");
    expect(strapi.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  },
);

test("the commands are refused with the same words", async () => {
  expect(await command("pages", "list")).toContain(ELSEWHERE);
  expect(await command("pages", "new", "article", "Ours")).toContain(ELSEWHERE);
});
