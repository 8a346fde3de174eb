import { expect, test } from "vitest";

import { findAddedToCart } from "#app/http/request/added-to-cart.server.ts";
import { mySpacesCookie } from "#app/http/session/my-spaces-cookie.server.ts";
import { action as cart } from "#app/routes/cart/cart.tsx";
import { loader as category } from "#app/routes/catalogue/category.tsx";
import { loader as search } from "#app/routes/catalogue/search.tsx";
import { loader as productLoader } from "#app/routes/catalogue/product.tsx";
import { answering } from "#tests/support/people/loader-call.ts";
import { answerOf, requested } from "#tests/support/people/loader-requests.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

const product = answering(productLoader);

useTestDatabase();

const ORIGIN = "http://localhost:3000";
const BROWSER = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
const CITY = "/p/pushchairs/everyday/city-pushchair";
const STACKER = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";

const ask = (path: string, headers: Readonly<Record<string, string>> = BROWSER) =>
  answerOf(() => product(requested(path, {}, headers)));

const page = async (path: string) => (await ask(path)).json();

test("the address selects the large image, and an unknown image falls back to the first", async () => {
  const second = await page(`${STACKER}?swatch=sunset&image=2`);
  const nonsense = await Promise.all(
    ["0", "99", "-1", "1e3", "x", ""].map((number) => page(`${STACKER}?image=${number}`)),
  );

  expect(second.gallery.chosen).toBe(1);
  expect(second.gallery.images.map(({ path }) => path)).toEqual([
    `${STACKER}?swatch=sunset`,
    `${STACKER}?swatch=sunset&image=2`,
    `${STACKER}?swatch=sunset&image=3`,
  ]);
  expect(second.head.canonicalPath).toBe(STACKER);
  expect(nonsense.map(({ gallery }) => gallery.chosen)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("a boot is answered for the product folded, with a drawing", async () => {
  const { fit } = await page(`${CITY}?swatch=sand&fit=boot&fit-width=100&fit-depth=65&fit-height=40`);

  expect(fit?.answer).toEqual({
    kind: "yes",
    verdict: "Yes, folded.",
    text: "Lying flat it leaves 28 cm across, 8 cm in depth and 7 cm in height.",
    note: null,
    isOnlyJust: false,
  });
  expect(fit?.drawing.markup).toContain(">Folded, 72 cm across, 33 cm high <");
  expect(fit?.from).toBe(`${CITY}?swatch=sand`);
});

test("a pushchair that does not go into the boot leads to those that do, the roomiest first", async () => {
  const { fit } = await page(`${CITY}?fit=boot&fit-width=98&fit-depth=55&fit-height=45`);
  const nothing = await page(`${CITY}?fit=boot&fit-width=20&fit-depth=20&fit-height=20`);

  expect(fit?.answer?.kind).toBe("no");
  expect(fit?.others?.title).toBe("This one fits your boot:");
  expect(fit?.others?.products.map(({ name, text }) => [name, text])).toEqual([
    ["Compact Stroller", "£295.00, 7 cm to spare"],
  ]);
  expect(nothing.fit?.others).toBeNull();
});

test("a remembered boot is answered without a question, and stands beside the delivery", async () => {
  const cookie = await mySpacesCookie({
    boot: { place: "boot", width: 980, depth: 700, height: 450 },
    doorway: null,
  });
  const answer = await ask(CITY, { ...BROWSER, Cookie: cookie.split(";")[0] ?? "" });
  const remembered = await answer.json();

  expect(remembered.fit?.question?.values).toEqual({ width: "98", depth: "70", height: "45" });
  expect(remembered.fit?.answer?.verdict).toBe("Yes, folded.");
  expect(remembered.fit?.remembered).toEqual([{ place: "boot", label: "Forget my boot" }]);
  expect(remembered.facts.map(({ title }) => title)).toContain("Fits your boot, folded");
  expect((await page(CITY)).facts.map(({ title }) => title)).not.toContain("Fits your boot, folded");
});

test("beside the delivery a boot that only just takes it is said with care, whatever the answer's words", async () => {
  // 1 cm more than the pushchair in its tightest direction.
  const boot = { place: "boot", width: 1_000, depth: 580, height: 340 } as const;
  const cookie = await mySpacesCookie({ boot, doorway: null });
  const { facts, fit } = await (await ask(CITY, { ...BROWSER, Cookie: cookie.split(";")[0] ?? "" })).json();

  expect(fit?.answer?.verdict).toBe("Only just, folded.");
  const { icon, text } = facts.find(({ title }) => title === "Only just fits your boot, folded") ?? {};
  expect([icon, text]).toEqual(["info", expect.stringContaining("Measure again")]);
});

test("lists say of a remembered boot what the product page says of it, and nothing without one", async () => {
  const boot = { place: "boot", width: 1_000, depth: 580, height: 340 } as const;
  const Cookie = (await mySpacesCookie({ boot, doorway: null })).split(";")[0] ?? "";
  const cardsOf = async (path: string, headers: Readonly<Record<string, string>>) => {
    if (path.startsWith("/c/"))
      return (await answering(category)(requested(path, {}, headers)).then((answer) => answer.json())).page
        .listing.products;
    return (await answering(search)(requested(path, {}, headers)).then((answer) => answer.json())).list
      .listing.products;
  };

  for (const path of ["/c/pushchairs", "/search/pushchair"]) {
    const known = await cardsOf(path, { ...BROWSER, Cookie });
    const titles = await Promise.all(
      known.map(async ({ path: at }) => {
        const { facts } = await (await ask(at, { ...BROWSER, Cookie })).json();
        return facts.map(({ title }) => title).find((title) => title.includes("your boot"));
      }),
    );

    expect(new Set(titles)).toEqual(
      new Set(["Only just fits your boot, folded", "Fits your boot, folded", undefined]),
    );
    expect(known.map(({ bootFit }) => bootFit)).toEqual(titles);
    expect((await cardsOf(path, BROWSER)).filter(({ bootFit }) => bootFit)).toEqual([]);
  }
});

test("beside the delivery an engraved item says when it comes with its words, which is later", async () => {
  const { facts } = await page("/p/wooden-toys/pretend-play/small-world/noahs-ark");
  const { title = "", text = "" } = facts.find(({ icon }) => icon === "truck") ?? {};

  const dates = [/, (.+)$/.exec(title)?.[1], /With engraving: (.+)\./.exec(text)?.[1]];
  expect(dates).toEqual([expect.any(String), expect.any(String)]);
  expect(dates[0]).not.toBe(dates[1]);
  expect((await page(CITY)).facts.map(({ text: one }) => one).join()).not.toContain("With engraving");
});

test("invalid values are returned as typed, with a message each and status 422", async () => {
  const answer = await ask(`${CITY}?fit=boot&fit-width=wide&fit-depth=&fit-height=48`);
  const { fit } = await answer.json();

  expect(answer.status).toBe(422);
  expect(fit?.question?.values).toEqual({ width: "wide", depth: "", height: "48" });
  expect(Object.keys(fit?.question?.errors ?? {})).toEqual(["fit-width", "fit-depth"]);
  expect(fit?.answer).toBeNull();
});

test("a small toy has a drawing, and no dimensions form", async () => {
  const { fit } = await page(`${STACKER}?fit=boot`);

  expect(fit).toMatchObject({ canAsk: false, question: null, answer: null });
});

test("technical terms are explained, and other products of the category are offered", async () => {
  const city = await page(CITY);

  expect(city.explained.rows.find(({ label }) => label === "Harness")?.explanation?.term).toBe(
    "Five-point harness",
  );
  expect(city.compatible).toMatchObject({ chassisId: expect.any(String) as string });
  expect(city.compatible?.parts).toHaveLength(4);
  expect(city.compatible?.things).toHaveLength(4);
  expect(city.product.boxContents).toContain("Bumper bar");
  expect(city.similar.map(({ name }) => name)).not.toContain("City Pushchair");
});

test("hostile text in swatch, variant, image or the dimensions form causes no error", async () => {
  const hostile = [
    "'; DROP TABLE products; --",
    "<script>alert(1)</script>",
    "../../../etc/passwd",
    "\u0000",
    "1e309",
    "NaN",
    "９９",
    "%00%ff",
    "a".repeat(2_000),
    "__proto__",
    "[object Object]",
    "-0",
  ];
  const fields = ["swatch", "variant", "picture", "fit", "fit-width", "fit-depth", "fit-height", "quantity"];

  for (const text of hostile) {
    for (const field of fields) {
      const query = new URLSearchParams({ fit: "boot", "fit-width": "95", [field]: text });
      const { status } = await ask(`${CITY}?${query.toString()}`);
      expect([200, 422], `${field}=${text.slice(0, 30)}`).toContain(status);
    }
    const { status } = await ask(`${STACKER}?option-1011=${encodeURIComponent(text)}`);
    expect([200, 303], text.slice(0, 30)).toContain(status);
  }
});

async function post(fields: Record<string, string>): Promise<Response> {
  const request = new Request(`${ORIGIN}/cart`, {
    method: "POST",
    headers: { ...BROWSER, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  return cart({ request, params: {}, context: {} });
}

const PARTS = { chassis: "city-pushchair", part: "pellory-shell", variantId: "5053", redirectTo: CITY };

test("adapter and pushchair are added to the basket by one plain form, which redirects back to the page", async () => {
  const answer = await post({ intent: "add-set", ...PARTS });

  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toMatch(
    /^\/p\/pushchairs\/everyday\/city-pushchair\?swatch=charcoal&added=line_[\w-]{22}\+line_[\w-]{22}$/,
  );
  const cookie = (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
  const shown = new Request(`${ORIGIN}${answer.headers.get("Location")}`, { headers: { cookie } });
  expect(await findAddedToCart(shown)).toMatchObject({
    line: { name: "City Pushchair" },
    others: ["Adapter A for the City Pushchair"],
    count: 2,
  });
});

test("a script gets the panel, and a refusal names the part", async () => {
  const added = await post({ intent: "add-parts", ...PARTS, panel: "1" });
  const refused = await post({ intent: "add-parts", ...PARTS, part: "marrick-haven", panel: "1" });

  expect(await added.json()).toMatchObject({
    ok: true,
    added: { line: { name: "Adapter A for the City Pushchair" }, count: 1 },
  });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    ok: false,
    message: "Those two products do not fit together",
    part: "marrick-haven",
  });
});

test("hostile fields of the parts form are refused with a message", async () => {
  const answers = await Promise.all([
    post({ intent: "add-set", ...PARTS, variantId: "5000" }),
    post({ intent: "add-set", ...PARTS, variantId: "x" }),
    post({ intent: "add-parts", ...PARTS, chassis: "x".repeat(5_000) }),
    post({ intent: "add-parts", chassis: "' or 1=1 --", part: "", variantId: "1" }),
    post({ intent: "add-parts" }),
  ]);

  for (const { status } of answers) expect([404, 409, 422]).toContain(status);
});
