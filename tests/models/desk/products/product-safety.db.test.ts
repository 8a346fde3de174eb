/** Ages, warnings and the maker of a product: anybody who edits strengthens them, owners alone weaken them. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { changeProduct, previewProduct } from "#app/models/catalogue/editing/change-product.server.ts";
import type { ProductChanges } from "#app/models/catalogue/editing/product-fields.ts";
import { listVersions } from "#app/models/catalogue/editing/product-versions.server.ts";
import { makerOf, makerText, warningsOf, warningsText } from "#app/models/catalogue/editing/safety-facts.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import {
  type DraftState,
  publishAtDesk,
  putBackAtDesk,
  saveDraftAtDesk,
} from "#app/models/desk/products/product-steps.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { draftState, productForm, productId } from "#tests/support/people/desk/desk-products.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** The toy with this slug, which has an age, a warning and a maker. */
const stateOf = async (slug: string) => draftState(await productId(slug));

const MORE = { code: "own", text: "Warning. Keep away from fire." };
const withMore = ({ fields }: DraftState) => warningsText([...warningsOf(fields.warnings), MORE]);

test("an editor strengthens: the page has the warning, the age and the maker, and the rest of the details", async () => {
  const state = await stateOf("rainbow-stacker");
  const before = await findProduct(state.id, NOW);
  const maker = makerText({ ...makerOf(state.fields.maker), address: "1 New Road, Ledbury" });
  const typed = { warnings: withMore(state), ages: "18 18 60", maker };

  const shown = await previewProduct(state.id, { ...state.fields, ...typed }, NOW);
  expect(shown?.warnings.map(({ text }) => text)).toContain(MORE.text);
  expect(await publishAtDesk(productForm(state, typed), await person("editor"))).toMatchObject({
    value: { published: ["ages", "warnings", "maker"], waiting: [] },
  });
  const after = await findProduct(state.id, NOW);
  expect(after?.warnings).toHaveLength((before?.warnings.length ?? 0) + 1);
  expect(after?.ages).toMatchObject({ fromMonths: 18, toMonths: 60 });
  expect(after?.safety.manufacturer.address).toBe("1 New Road, Ledbury");
  expect([after?.safety.standards, after?.specification]).toEqual([
    before?.safety.standards,
    before?.specification,
  ]);
  const rows = await db().selectFrom("products").selectAll().where("id", "=", state.id).execute();
  expect(rows).toMatchObject([{ age_min_months: 18, suitable_from_months: 18, age_max_months: 60 }]);
});

test("an editor weakens nothing, neither in a draft nor by an earlier version", async () => {
  const editor = await person("editor");
  const state = await stateOf("tractor");
  const weaker: ReadonlyArray<ProductChanges> = [{ ages: "- - -" }, { warnings: "[]" }];
  for (const typed of weaker)
    for (const save of [saveDraftAtDesk, publishAtDesk])
      expect(await outcomeOf(save(productForm(state, typed), editor))).toBe("desk-weakens");
  expect((await stateOf("tractor")).changes).toEqual({});

  await publishAtDesk(productForm(state, { warnings: withMore(state) }), editor);
  const [, first] = await listVersions(state.id, 2);
  const putBack = (by: typeof editor) =>
    stateOf("tractor").then((now) => putBackAtDesk(productForm(now), first?.id ?? 0, by));
  expect(await outcomeOf(putBack(editor))).toBe("desk-weakens");
  expect(await putBack(await person("owner"))).toMatchObject({ ok: true });
});

test("what an owner weakens in a draft waits for an owner, and an editor may publish the rest", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const state = await stateOf("abacus");
  await publishAtDesk(productForm(state, { warnings: withMore(state) }), owner);
  await saveDraftAtDesk(productForm(await stateOf("abacus"), { warnings: state.fields.warnings }), owner);

  const rest = await publishAtDesk(productForm(await stateOf("abacus"), { name: "Beads" }), editor);
  expect(rest).toMatchObject({ value: { published: ["name"], waiting: ["warnings"] } });
  const warnings = async () => (await findProduct(state.id, NOW))?.warnings.map(({ text }) => text);
  expect(await warnings()).toContain(MORE.text);
  expect(await publishAtDesk(productForm(await stateOf("abacus")), owner)).toMatchObject({
    value: { published: ["warnings"] },
  });
  expect(await warnings()).not.toContain(MORE.text);
});

test("a change that leaves a toy without its age or its warning is refused to everybody", async () => {
  const state = await stateOf("train-set");
  expect(state.published.toy).toBe("yes");
  for (const changes of [{ ages: "- 36 -" }, { warnings: "[]" }])
    expect(await outcomeOf(changeProduct(state.id, changes, { now: NOW }))).toBe("toy-unsafe");
  expect(await outcomeOf(publishAtDesk(productForm(state, { warnings: "[]" }), await person("owner")))).toBe(
    "toy-unsafe",
  );
});
