import { textField } from "#app/models/resource/field.ts";

/** Of what has a page of its own in the shop. */
export const SEARCH_ENGINE_FIELDS = {
  pageTitle: textField({ label: "Page title", hint: "For search engines. Empty: the name", max: 120 }),
  metaDescription: textField({
    ...{ label: "Description for search engines", max: 320, rows: 2 },
    hint: "Empty: its name and the shop’s",
  }),
};
