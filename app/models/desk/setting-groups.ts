/** What the desk says of each group of settings. */
import type { SettingGroup } from "#app/models/store/editing/setting-fields.ts";

export const GROUP_TITLES: Readonly<Record<SettingGroup, string>> = {
  shop: "The shop",
  look: "Colours",
  company: "The company",
  contact: "Contact and hours",
  delivery: "Delivery",
  returns: "Returns",
  gifts: "Gifts",
  stock: "Stock",
};

export const GROUP_SUMMARIES: Readonly<Record<SettingGroup, string>> = {
  shop: "Its name, and the texts of the home page and for search engines.",
  look: "The colours of its pages, and of the browser around them.",
  company: "Its legal name, address and numbers, as the law asks for them.",
  contact: "Phone, email addresses, opening hours, and the days by which messages are answered.",
  delivery: "The days on which parcels leave, until when, prices and free delivery.",
  returns: "The days to change one’s mind, what a return costs and what cannot be returned.",
  gifts: "What gift wrapping costs, and how long a gift message may be.",
  stock: "When a product counts as low, new or back in stock.",
};

export const GROUP_PLACES: Readonly<Record<SettingGroup, ReadonlyArray<string>>> = {
  shop: ["Head and foot of every page", "The home page, and what search engines show of it"],
  look: [
    "Every page, with darker, paler and quieter colours mixed from the four",
    "Emails, the logo and photographs keep their colours, and so do the pale panels",
  ],
  company: [
    "The foot of every page, Contact us, and the legal pages by their placeholders",
    "Emails, invoices, slips and the cancellation form, also those of earlier orders",
    "The country is that of the catalogue’s store.json",
  ],
  contact: [
    "Contact us, and the foot of every page",
    "Emails",
    "The day by which messages are due at the desk",
  ],
  delivery: [
    "Every product, basket and checkout",
    "Emails about orders, and shopping feeds",
    "Anyone at the checkout confirms a changed price before they pay",
    "Pages, and the promises on top of every page, by their placeholders (docs/desk.md). Charges for islands stand in the page Delivery and returns as text",
  ],
  returns: [
    "Products, emails and the return form",
    "Pages, and the promises on top of every page, by their placeholders (docs/desk.md)",
  ],
  gifts: ["Basket and checkout"],
  stock: ["Cards and products", "The list of low stock at the desk"],
};

/** Their changes are shown, old beside new, before they are saved. */
export function isChecked(group: SettingGroup): boolean {
  return ["delivery", "returns", "gifts"].includes(group);
}
