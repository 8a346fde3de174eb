/** The words are made of the table of roles, so that neither says what the other does not. */
import { can, type DeskStep, STAFF_ROLES, type StaffRole } from "./role.ts";

type Wording = Readonly<{
  title: string;
  /** The first step that a role may take says how far it goes; none of them: "No". */
  steps: ReadonlyArray<readonly [step: DeskStep, words: string]>;
  /** What a limit beside the steps makes of a "Yes". */
  limited?: Readonly<Partial<Record<StaffRole, string>>>;
}>;

const yes = (title: string, step: DeskStep): Wording => ({ title, steps: [[step, "Yes"]] });

const seen = (title: string, edit: DeskStep, see: DeskStep): Wording => ({
  title,
  steps: [
    [edit, "Yes"],
    [see, "See"],
  ],
});

const names = (title: string, see: DeskStep): Wording => ({
  title,
  steps: [
    ["see-addresses", "All"],
    ["see-names", "Without addresses"],
    [see, "Without names"],
  ],
});

const WORDINGS: ReadonlyArray<Wording> = [
  names("See orders and returns", "see-orders"),
  yes("Pack, send, print, note, accept returns", "pack"),
  yes("Change an address, repeat an email", "change-address"),
  yes("Ask the payment provider again", "query-payment"),
  yes("Take a mistaken “delivered” back", "undeliver"),
  { ...yes("Refund", "refund"), limited: { packer: "Up to a sum a day" } },
  {
    title: "Cancel orders",
    steps: [
      ["cancel-packed", "Yes"],
      ["cancel-unpacked", "Before packing"],
    ],
  },
  seen("Stock", "book-stock", "see-stock"),
  seen("Products, images, brands and categories", "edit-products", "see-products"),
  {
    title: "Prices and sales",
    steps: [
      ["publish-prices", "Yes"],
      ["edit-products", "As drafts"],
      ["see-products", "See"],
    ],
  },
  yes("Weaken or remove a warning or an age", "weaken-safety"),
  seen("Articles and information pages", "edit-pages", "see-pages"),
  seen("Reviews", "decide-reviews", "see-reviews"),
  yes("Messages", "handle-messages"),
  yes("Messages on safety or personal data", "handle-private-messages"),
  seen("Discount codes", "manage-coupons", "see-coupons"),
  names("See customers", "see-customers"),
  yes("Password link, log out, unsubscribe", "help-customers"),
  yes("Export or delete a customer’s data", "export-customer"),
  yes("Figures", "see-figures"),
  yes("Gift lists: see, free a gift", "see-gift-lists"),
  yes("Gift lists: move to another address", "move-gift-lists"),
  yes("Newsletter: see, unsubscribe", "see-newsletter"),
  seen("Redirects", "edit-redirects", "see-redirects"),
  yes("Health, failed work", "see-health"),
  yes("Download files without names", "export-without-names"),
  yes("Download files with names", "export-names"),
  {
    title: "Bring in products",
    steps: [
      ["publish-prices", "Yes"],
      ["edit-products", "Without prices"],
    ],
  },
  yes("Bring in stock", "import-files"),
  yes("Bring in tracking numbers", "send"),
  yes("Bring in redirects", "import-redirects"),
  yes("Bring in the catalogue", "import-catalogue"),
  yes("Settings, closures, delivery", "change-settings"),
  yes("Staff", "manage-staff"),
  {
    title: "Log",
    steps: [
      ["see-whole-log", "All"],
      ["see-own-log", "Own"],
    ],
  },
];

/** A cell for each of {@link STAFF_ROLES}. */
export const ROLE_TABLE: ReadonlyArray<Readonly<{ title: string; cells: ReadonlyArray<string> }>> =
  WORDINGS.map((wording) => ({
    title: wording.title,
    cells: STAFF_ROLES.map((role) => wordsFor(role, wording)),
  }));

function wordsFor(role: StaffRole, { steps, limited = {} }: Wording): string {
  const [, words = "No"] = steps.find(([step]) => can(role, step)) ?? [];
  return words === "Yes" ? (limited[role] ?? words) : words;
}

export const WORDED_STEPS: ReadonlySet<DeskStep> = new Set(
  WORDINGS.flatMap(({ steps }) => steps.map(([step]) => step)),
);
