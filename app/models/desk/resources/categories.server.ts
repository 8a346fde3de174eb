/** Departments and what is in them (requirement desk-73). */
import { categoryAddress } from "#app/models/catalogue/category.ts";
import {
  addCategory,
  changeCategory,
  type EditedCategory,
  listEditedCategories,
  removeCategory,
} from "#app/models/catalogue/editing/categories.server.ts";
import { lockTable } from "#app/models/catalogue/editing/made-rows.server.ts";
import { SORT_LABELS } from "#app/models/catalogue/sort-key.ts";
import {
  choiceField,
  idField,
  referenceField,
  textField,
  tickField,
  wholeField,
} from "#app/models/resource/field.ts";
import { allRows, listedRows, removal, resource } from "#app/models/resource/resource.ts";
import { numberOf } from "#app/models/shared/text.ts";

import { SEARCH_ENGINE_FIELDS } from "./search-engine-fields.ts";

const AGE = { typed: "never", min: 0, max: 1_200 } as const;

const fields = {
  id: idField(),
  name: textField({ label: "Name", max: 80, missing: "Enter a name" }),
  slug: textField({
    ...{ label: "Address", max: 80, isMono: true },
    hint: "The end of its page’s address, such as pull-alongs. Empty: made of the name. Old addresses lead to the new ones",
  }),
  parent: referenceField({
    label: "Inside",
    none: "Nothing: a department",
    options: async () =>
      (await listEditedCategories()).map(({ path, line }) => ({ value: path, text: line })),
  }),
  description: textField({ label: "Description", hint: "At the top of its page", max: 2_000, rows: 4 }),
  sortOrder: wholeField({
    ...{ label: "Place among its neighbours", min: 0, max: 1_000_000 },
    hint: "The lowest number comes first. Empty: last",
  }),
  defaultSort: choiceField({ label: "Products are sorted by", choices: SORT_LABELS }),
  isHidden: tickField({
    label: "Hide it from shoppers",
    hint: "With what is below it. Its products stay in their other lists and in the search",
  }),
  ...SEARCH_ENGINE_FIELDS,
  searchKeywords: textField({
    ...{ label: "Other words for it", max: 300 },
    hint: "The shop’s search finds it by these too. With commas between them",
  }),
  image: textField({ label: "Image", max: 200, typed: "never" }),
  ageFrom: wholeField({ ...AGE, label: "For children from, in months" }),
  ageTo: wholeField({ ...AGE, label: "For children up to, in months" }),
  prices: textField({ label: "Texts in other currencies", max: 20_000, typed: "never" }),
};

export const categories = resource<typeof fields, EditedCategory, undefined>({
  ...{ name: "categories", kind: "category", one: "category", title: "Categories" },
  menu: { group: "goods", icon: "tree" },
  about: "Departments and the categories in them make the menu, the lists of products and their addresses.",
  ...{ see: "see-products", edit: "edit-products" },
  fields,
  key: "id",
  called: "name",
  rows: {
    ...listedRows(listEditedCategories, {
      key: ({ id }) => String(id),
      name: ({ path }) => path,
      text: ({ line, path }) => `${line}\n${path}`,
      isIn: ({ isHidden }, { view }) => view !== "hidden" || isHidden,
    }),
    lock: () => lockTable("categories"),
  },
  list: {
    columns: ["name", "parent"],
    views: [
      allRows("A product needs a category. Begin with a department."),
      {
        ...{ key: "hidden", title: "Hidden" },
        empty: { title: "Nothing here", text: "Shoppers see every category." },
      },
    ],
    find: "A part of a category",
    note: ({ path, products, isHidden }) =>
      [
        categoryAddress(path),
        numberOf(products, "product", "products"),
        ...(isHidden ? ["hidden"] : []),
      ].join(", "),
  },
  add: (row, { now }) => addCategory(row, now),
  change: (row, before, { now }) => changeCategory(row, before, now),
  commands: { remove: removal("category", removeCategory) },
  refusals: {
    "slug-malformed": "slug",
    "category-path-taken": "slug",
    "category-path-reserved": "slug",
    "category-path-needed": "slug",
    "category-parent-unknown": "parent",
    "category-in-itself": "parent",
    "category-too-deep": "parent",
  },
});
