/**
 * Asks for addresses that are written in other ways or lead nowhere, and holds docs/routes.md to what these and those of
 * tests/server/every-page.test.ts answer: `npx vitest run --project server tests/server/routes.test.ts -u` writes it anew.
 */
import { format } from "prettier";
import { beforeAll, expect, test } from "vitest";

import { SAMPLES } from "#tests/support/people/page-addresses.ts";
import { ROUTE_WALK, type Step, type Walk } from "#tests/support/people/route-walk.ts";
import { type Answer, Shopper, unescapeHtml } from "#tests/support/people/shopper.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** Words of a long page are not worth more than that. */
const HEADING_MAX = 60;

const shop = useShop();
const answers = new Map<Step, Answer>();

beforeAll(async () => {
  for (const step of ROUTE_WALK.flatMap(({ steps }) => steps)) answers.set(step, await ask(step));
});

const ask = ({ at }: Step) => new Shopper(shop.origin).get(at);

/** By the first part of the route, what a guest may ask for. The desk is not there yet. */
function sampleWalks(): ReadonlyArray<Walk> {
  const steps = new Map<string, Array<Step>>();
  for (const [route, samples] of Object.entries(SAMPLES)) {
    const title = `/${route.split("/")[0] ?? ""}`;
    const own = samples
      .filter(({ at, by = "empty" }) => by === "empty" && !at.includes("{"))
      .map((sample) => ({ ...sample, ...(sample.words?.[0] ? { says: sample.words[0] } : {}) }));
    if (title !== "/desk" && own.length > 0) steps.set(title, [...(steps.get(title) ?? []), ...own]);
  }
  return [...steps].map(([title, own]) => ({ title, steps: own }));
}

const stepsOf = () => [...answers].map(([step, answer]) => ({ step, answer }));

test("every address of the table answers with its status and redirects where it should (requirement routes-1)", () => {
  expect(stepsOf().map(({ step, answer }) => [step.at, answer.status, answer.location])).toEqual(
    stepsOf().map(({ step }) => [step.at, step.status ?? 200, step.to ?? null]),
  );
});

test("every page has one canonical address, and other responses have none", () => {
  expect(stepsOf().map(({ step, answer }) => [step.at, canonicalsOf(answer)])).toEqual(
    stepsOf().map(({ step }) => {
      const isPage = (step.status ?? 200) === 200;
      const canonical = step.canonical ?? (isPage ? step.at : null);
      return [step.at, canonical === null ? [] : [canonical]];
    }),
  );
});

test("every page states its subject, as text and never as markup", () => {
  const silent = stepsOf().filter(({ step, answer }) => !wordsOf(answer).includes(step.says ?? ""));

  expect(silent.map(({ step, answer }) => [step.at, step.says, wordsOf(answer).slice(0, 200)])).toEqual([]);
  for (const { step, answer } of stepsOf()) expect(answer.body, step.at).not.toMatch(/<script>alert|<b>bold/);
});

test("a not-found page shows the path alone, or with its query, and at most 200 characters", () => {
  const [long] = stepsOf().filter(({ step }) => step.at.length > 1_000 && step.status === 404);

  expect(long && wordsOf(long.answer)).toMatch(/Page not found: \/a{150,200}…/);
});

test("an unknown address is answered to scripts with its query, and to documents without", async () => {
  const ofScripts = "/nowhere?x=1&_data=routes%2Fstorefront%2Fnot-found";
  const shopper = new Shopper(shop.origin);
  const answers = [
    await shopper.get("/nowhere?x=1"),
    await shopper.post("/nowhere?x=1", { a: "1" }),
    await shopper.get(ofScripts),
    await shopper.post(ofScripts, { a: "1" }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const [shown, posted, ...forScripts] = answers;
  for (const answer of [shown, posted])
    expect(answer && wordsOf(answer)).toMatch(/Page not found: \/nowhere(?!\?)/);
  for (const { body } of forScripts) expect(body).toContain("Page Not Found: /nowhere?x=1");
});

test("what is not there in the catalogue, and an unknown address, offer products instead", () => {
  const lost = stepsOf().filter(
    ({ step }) => step.status === 404 && /^\/(?:p|c|brands|products|nowhere)\//.test(step.at),
  );

  expect(lost.length).toBeGreaterThan(5);
  const withoutOffer = lost.filter(({ answer }) => !wordsOf(answer).includes("You might like these"));
  expect(withoutOffer.map(({ step }) => step.at)).toEqual([]);
});

test("docs/routes.md matches the shop's responses", async () => {
  const tables: Array<string> = [];
  for (const { title, steps } of [...sampleWalks(), ...ROUTE_WALK]) {
    const rows: Array<string> = [];
    for (const step of steps) rows.push(rowOf(step, answers.get(step) ?? (await ask(step))));
    tables.push([`## ${title}`, "", ...TABLE_HEAD, ...rows].join("\n"));
  }
  const text = await format([HEAD, ...tables].join("\n\n"), { parser: "markdown", printWidth: 110 });

  await expect(text).toMatchFileSnapshot("../../docs/routes.md");
});

const TABLE_HEAD = ["| address | answers | leads to, or is at home at | says |", "| --- | --- | --- | --- |"];

const HEAD = `# What every address answers

Written by \`tests/server/routes.test.ts\`, which asks the built shop and fails when this page is not true any more. A
guest with an empty basket is asking.`;

function rowOf(step: Step, answer: Answer): string {
  const target = answer.location ?? canonicalsOf(answer)[0] ?? "";
  const isHome = target === step.at;
  const heading = plainText(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(answer.body)?.[1] ?? "");
  const says = answer.status < 400 ? heading : (step.says ?? heading);
  const cells = [
    code(step.shownAs ?? step.at),
    String(answer.status),
    isHome ? "itself" : target && code(target),
    says.slice(0, HEADING_MAX).replace(/[<>*_|\\]/g, "\\$&"),
  ];
  return `| ${cells.join(" | ")} |`;
}

const code = (text: string) => `\`${text}\``;

/** Paths: where the shop stands is another place each time. */
function canonicalsOf({ body }: Answer): ReadonlyArray<string> {
  return [...body.matchAll(/<link [^>]*rel="canonical"[^>]*>/g)].map(([tag]) =>
    plainText(/href="([^"]*)"/.exec(tag)?.[1] ?? "").replace(shop.origin, ""),
  );
}

function wordsOf({ body }: Answer): string {
  return plainText(/<main[\s\S]*<\/main>/.exec(body)?.[0] ?? "");
}

function plainText(html: string): string {
  const text = html.replace(/<script[^>]*>[^<]*<\/script>|<!--.*?-->|<[^>]*>/g, "");
  return unescapeHtml(text).replace(/\s+/g, " ").trim();
}
