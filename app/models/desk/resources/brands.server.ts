/** The brands of the shop's products (requirement desk-72). */
import {
  addBrand,
  changeBrand,
  type EditedBrand,
  listEditedBrands,
  removeBrand,
} from "#app/models/catalogue/editing/brands.server.ts";
import { lockTable } from "#app/models/catalogue/editing/made-rows.server.ts";
import { idField, listField, textField } from "#app/models/resource/field.ts";
import { allRows, listedRows, removal, resource } from "#app/models/resource/resource.ts";
import { numberOf } from "#app/models/shared/text.ts";
import { paths } from "#app/paths.ts";

import { SEARCH_ENGINE_FIELDS } from "./search-engine-fields.ts";

const fields = {
  id: idField(),
  name: textField({ label: "Name", max: 80, missing: "Enter a name" }),
  slug: textField({
    ...{ label: "Address", max: 80, isMono: true },
    hint: "The end of its page’s address, such as ash-and-acorn. Empty: made of the name. The old address leads to the new one",
  }),
  country: textField({ label: "Country", hint: "Where it makes its products", max: 60 }),
  manufacturerAddress: textField({
    label: "Maker’s postal address",
    hint: "New products of the brand start with it. The law asks for it on each product’s page",
    max: 300,
    rows: 2,
  }),
  materials: listField({
    label: "Materials",
    hint: "One a line. For your own records: no page shows them",
    rows: 3,
    max: 500,
  }),
  story: textField({ label: "Story", hint: "At the top of its page", max: 3_000, rows: 6 }),
  ...SEARCH_ENGINE_FIELDS,
  image: textField({ label: "Image", max: 200, typed: "never" }),
};

export const brands = resource<typeof fields, EditedBrand, undefined>({
  ...{ name: "brands", kind: "brand", one: "brand", title: "Brands" },
  menu: { group: "goods", icon: "badge" },
  about: "Who makes what you sell. A brand has its place among the brands once shoppers see a product of it.",
  ...{ see: "see-products", edit: "edit-products" },
  fields,
  key: "id",
  called: "name",
  rows: {
    ...listedRows(listEditedBrands, {
      key: ({ id }) => String(id),
      name: ({ slug }) => slug,
      text: ({ name, slug, country }) => `${name}\n${slug}\n${country}`,
    }),
    lock: () => lockTable("brands"),
  },
  list: {
    columns: ["name", "country"],
    views: [allRows("A product needs a brand. Your own name will do.")],
    find: "A part of a brand",
    note: ({ slug, products }) => `${paths.brand(slug)}, ${numberOf(products, "product", "products")}`,
  },
  add: (row, { now }) => addBrand(row, now),
  change: (row, before, { now }) => changeBrand(row, before, now),
  commands: { remove: removal("brand", removeBrand) },
  refusals: { "brand-name-taken": "name", "slug-malformed": "slug", "brand-slug-taken": "slug" },
});
