import { done, type Outcome, problemsOutcome, refusalWords, withTextWarning } from "./command.ts";

/** `typed` is by the input of the desk's form; category and brand by their path and slug, or by id. */
export async function createNew(typed: Readonly<Record<string, string>>): Promise<Outcome> {
  const { createProduct } = await import("#app/models/catalogue/editing/create-product.server.ts");
  const { readNewProduct } = await import("#app/models/desk/products/new-product-form.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const { currencies, currency, locale } = await findStore();
  const inputs = {
    ...typed,
    category: await namedId("categories", typed["category"] ?? ""),
    brand: await namedId("brands", typed["brand"] ?? ""),
  };
  const { product, errors } = readNewProduct(inputs, { currency: currencies[0] ?? currency, locale });
  const problems = Object.entries(errors).map(([input, text]) => `${input}: ${text}`);
  if (problems.length > 0) return problemsOutcome(problems);
  const made = await createProduct(product, { now: new Date() });
  if (!made.ok) return problemsOutcome([await refusalWords(made)]);
  const { id, slug, sku } = made.value;
  const words = `${product.name} is a draft now: number ${id}, article number ${sku}. The desk says what it lacks.`;
  return withTextWarning(done(words, { product: id, slug, sku }), [product.name, product.shortDescription]);
}

export async function namedId(table: "categories" | "brands", named: string): Promise<string> {
  const { db } = await import("#app/db/db.server.ts");
  const row =
    table === "brands"
      ? await db().selectFrom("brands").select("id").where("slug", "=", named).executeTakeFirst()
      : await db().selectFrom("categories").select("id").where("path", "=", named).executeTakeFirst();
  return row ? String(row.id) : named;
}
