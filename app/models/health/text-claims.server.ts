/** Texts that the shop has, however they came in: by the desk, a command, a file or from another program. */
import { listBrands } from "#app/models/catalogue/brand.server.ts";
import { findCategoryTree } from "#app/models/catalogue/category-tree.server.ts";
import { chargeClaimIn } from "#app/models/catalogue/charge-claims.ts";
import { shownProductTexts } from "#app/models/catalogue/charge-claims.server.ts";
import { environmentalClaimsIn } from "#app/models/catalogue/environmental-claims.ts";
import { namedTexts } from "#app/models/catalogue/text-claims.ts";
import { plainText } from "#app/models/content/article-html.ts";
import {
  findArticle,
  findHomeContent,
  findInformation,
  listArticles,
  listInformation,
} from "#app/models/content/content.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import type { HealthLine } from "./health.ts";

const NAMED_MAX = 5;

const CHANGE_TEXTS =
  "change them at the desk, or what the desk does not have in the catalogue's file (store.json for settings and " +
  "delivery, else brands.json, categories.json or products.json), then npm run shop -- import-catalogue";

const END_OF_TEXT = /\n|<\/(?:p|li|h[1-6]|td|th|div)>/;

/** The first claim of each text about when a card is charged, and all about the environment. */
export async function textClaimLines(): Promise<ReadonlyArray<HealthLine>> {
  const charges: Array<string> = [];
  const environment: Array<string> = [];
  const look = (name: string, value: object | null) => {
    for (const { field, text: written } of namedTexts(value ?? {})) {
      const text = written.split(END_OF_TEXT).map(plainText).join("\n");
      const sentence = chargeClaimIn(text);
      const claims = environmentalClaimsIn(text);
      if (sentence !== null) charges.push(`${name}, ${field}: “${sentence}”`);
      if (claims.length > 0)
        environment.push(`${name}, ${field}: ${claims.map((words) => `“${words}”`).join(", ")}`);
    }
  };
  for await (const { sku, name, texts } of shownProductTexts()) look(`${name} (${sku})`, texts);
  for (const [name, value] of await otherTexts()) look(name, value);
  return [
    claimLine("texts about payment", charges, "say when a card is charged"),
    claimLine("environmental claims", environment, "make a general claim about the environment"),
  ];
}

function claimLine(what: string, found: ReadonlyArray<string>, claim: string): HealthLine {
  if (found.length === 0) return { what, verdict: "ok", words: `no texts ${claim}` };
  const more = found.length > NAMED_MAX ? "; …" : "";
  const words = `${found.length} texts ${claim}: ${found.slice(0, NAMED_MAX).join("; ")}${more}`;
  return { what, verdict: "warn", words, remedy: CHANGE_TEXTS };
}

type NamedValue = readonly [name: string, value: object | null];

/** Of everything but products. */
async function otherTexts(): Promise<ReadonlyArray<NamedValue>> {
  const [store, brands, { byId }, { methods }, content] = await Promise.all([
    findStore(),
    listBrands(),
    findCategoryTree(),
    findDeliveryRules(),
    // Its own line says that it cannot be read.
    contentTexts().catch(() => []),
  ]);
  const categories = [...byId.values()].map(
    ({ name, description, pageTitle, metaDescription }) =>
      [`category ${name}`, { name, description, pageTitle, metaDescription }] as const,
  );
  return [
    ["settings", store],
    ...categories,
    ...brands.map((brand) => [`brand ${brand.name}`, brand] as const),
    ...methods.map((method) => [`delivery ${method.name}`, method] as const),
    ...content,
  ];
}

async function contentTexts(): Promise<ReadonlyArray<NamedValue>> {
  const [home, articles, pages] = await Promise.all([findHomeContent(), listArticles(), listInformation()]);
  const texts = [
    ...articles.map(async ({ id }) => [`article ${id}`, await findArticle(id)] as const),
    ...pages.map(async ({ slug }) => [`page ${slug}`, await findInformation(slug)] as const),
  ];
  return [["home page", home], ...(await Promise.all(texts))];
}
