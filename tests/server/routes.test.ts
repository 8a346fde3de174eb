/**
 * Walks the whole table of routes over HTTP, and holds docs/routes.md to what it finds:
 * `npx vitest run --project server tests/server/routes.test.ts -u` writes the page anew.
 */
import { format } from "prettier";
import { beforeAll, expect, test } from "vitest";

import { ROUTE_WALK, type Step } from "#tests/support/people/route-walk.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import { type OpenShop, sharedShop } from "#tests/support/shops/server.ts";

/** Words of a long page are not worth more than that. */
const HEADING_MAX = 60;

let shop: OpenShop;
const answers = new Map<Step, Answer>();

beforeAll(async () => {
  shop = await sharedShop();
  for (const step of ROUTE_WALK.flatMap(({ steps }) => steps)) {
    answers.set(step, await new Shopper(shop.origin).get(step.at));
  }
});

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

test("docs/routes.md matches the shop's responses", async () => {
  const tables = ROUTE_WALK.map(({ title, steps }) =>
    [
      `## ${title}`,
      "",
      "| address | answers | leads to, or is at home at | says |",
      "| --- | --- | --- | --- |",
    ]
      .concat(steps.map(rowOf))
      .join("\n"),
  );
  const text = [HEAD, ...tables].join("\n\n");

  await expect(await format(text, { parser: "markdown", printWidth: 110 })).toMatchFileSnapshot(
    "../../docs/routes.md",
  );
});

const HEAD = `# What every address answers

Written by \`tests/server/routes.test.ts\`, which asks the built shop and fails when this page is not true any more. A
guest with an empty basket is asking.`;

function rowOf(step: Step): string {
  const answer = answers.get(step);
  if (!answer) throw new Error(`${step.at} was not asked for`);
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
  return html
    .replace(/<script[^>]*>[^<]*<\/script>|<!--.*?-->|<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}
