/** What the desk and the owner's commands both do, they do by the same functions; and each command is at the desk, or says why not. */
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import type { Command } from "#scripts/shop/command.ts";
import { deskRoutes } from "#tests/support/people/desk/desk-routes.ts";

/** The desk, which has locked the product before, calls what the command's function does after locking it. */
const CHANGE = /\bchange(?:Locked)?Product\b/;

/** The functions that both doors call: files of the desk, files of the commands, and the names. */
const SAME_CALLS = [
  {
    desk: ["orders/order-steps", "orders/sending", "orders/sending-many", "orders/money-steps"],
    commands: ["orders-write"],
    names: [
      ...["packOrder", "unpackOrder", "deliverOrder", "undeliverOrder", "shipOrder", "stepOnWork"],
      ...["requestRefund", "requestGoodwill", "cancelOrder", "receiveReturn"],
    ],
  },
  {
    desk: ["orders/return-steps"],
    commands: ["orders-desk"],
    names: ["openReturnAtDesk", "stepOnArrival"],
  },
  {
    desk: ["orders/order-address", "orders/order-emails", "orders/payment-review"],
    commands: ["orders-desk"],
    names: ["changeAddressAtDesk", "repeatEmailAtDesk", "queryPaymentAtDesk"],
  },
  { desk: ["batches/batches"], commands: ["orders-desk"], names: ["listBatches", "stopBatch"] },
  // What is put back becomes a draft, which only the desk has: `products edit` changes the fields at once.
  { desk: ["products/product-steps"], commands: ["products", "product-images"], names: [CHANGE] },
  { desk: ["products/new-product"], commands: ["product-create"], names: ["createProduct"] },
  {
    desk: ["products/variant-steps"],
    commands: ["product-variants"],
    names: [
      "addOption",
      "addOptionValues",
      "setVariantsVisible",
      "removeVariants",
      "setVariantImages",
      "renameOptionValues",
    ],
  },
  { desk: ["products/bulk-steps"], commands: ["products"], names: [CHANGE] },
  // The desk asks for a code beyond 20 products; the command shows what would change until it is told to do it.
  { desk: ["products/bulk-steps"], commands: ["product-lists"], names: ["changeOneAtDesk"] },
  { desk: ["uploads"], commands: ["product-images", "page-image"], names: ["developUploads"] },
  { desk: ["figures"], commands: ["analytics"], names: ["analyticsReport"] },
  { desk: ["figures"], commands: ["recovery"], names: ["listSteps", "recoveryReport"] },
  {
    desk: ["settings"],
    commands: ["settings"],
    names: ["findSettingGroup"],
  },
  { desk: ["stock-steps"], commands: ["stock"], names: ["changeStock"] },
  {
    desk: ["review-steps"],
    commands: ["reviews"],
    names: ["decideReview", "replyToReview", "removeReviewPhoto"],
  },
  { desk: ["message-steps"], commands: ["messages"], names: ["settleMessage", "reopenMessage"] },
  {
    desk: ["gift-list-steps"],
    commands: ["gift-lists"],
    names: ["findListForHelp", "freeClaim", "requestListMove"],
  },
  {
    desk: ["pages/page-steps", "pages/page-standing", "pages/page-states", "pages/page-rows"],
    commands: ["pages"],
    names: [
      ...["listPageStates", "listPageVersions", "savePageDraft", "publishPage", "discardPageDraft"],
      ...["putBackPage", "makePage", "hidePage", "showPage", "takePageFile", "passPageFile"],
    ],
  },
  { desk: ["pages/page-order"], commands: ["pages"], names: ["movePage"] },
  { desk: ["pages/page-steps"], commands: ["page-image"], names: ["savePageDraft"] },
  { desk: ["failure-steps"], commands: ["jobs"], names: ["retryNow", "retryDead"] },
  { desk: ["health"], commands: ["doctor"], names: ["findHealth", "settingsLines"] },
  { desk: ["health"], commands: ["doctor-checks"], names: ["findDatabaseHealth"] },
  { desk: ["files/exports"], commands: ["export"], names: ["openExport"] },
  {
    desk: ["files/imports", "files/import-check"],
    commands: ["import-file"],
    names: ["checkFile", "uploadImport", "applyImport", "listImports", "undoImport"],
  },
  { desk: ["files/imports"], commands: ["catalogue-zip"], names: ["uploadImport", "applyImport"] },
  { desk: ["files/product-import"], commands: ["products"], names: ["changeProduct"] },
  { desk: ["files/stock-import"], commands: ["stock"], names: ["changeStock"] },
] as const;

const textOf = (files: ReadonlyArray<string>) => files.map((file) => readFileSync(file, "utf8")).join("\n");

test.each(SAME_CALLS.map((row) => [row.desk.join(", "), row] as const))(
  "the desk's %s and the commands call the same functions",
  (_, { desk, commands, names }) => {
    const ofDesk = textOf(desk.map((file) => `app/models/desk/${file}.server.ts`));
    const ofCommands = textOf(commands.map((file) => `scripts/shop/${file}.ts`));
    for (const name of names) {
      expect(ofDesk, String(name)).toMatch(name);
      expect(ofCommands, String(name)).toMatch(name);
    }
  },
);

/** The place of each command on the desk, or why it has none. */
const PLACES: Readonly<Record<string, string>> = {
  analytics: "/desk/figures",
  backup: "of the server",
  content: "of the server; /desk/pages says where the pages are",
  "copy-database": "of the server",
  customers: "/desk/customers",
  doctor: "/desk/settings/health",
  export: "/desk/files/exports/:kind",
  "gift-lists": "/desk/gift-lists",
  images: "of the server",
  "import-catalogue": "/desk/files",
  "import-file": "/desk/files",
  invite: "invites a customer; step 7",
  jobs: "/desk/settings/health",
  marketing: "of the marketing service",
  messages: "/desk/messages",
  orders: "/desk/orders",
  products: "/desk/products/:productId",
  pages: "/desk/pages",
  recovery: "/desk/figures",
  reviews: "/desk/reviews",
  search: "of the server",
  settings: "/desk/settings/:group",
  staff: "/desk/staff",
  stock: "/desk/stock",
};

/** Of all commands of a file. */
async function helpsOf(file: string): Promise<ReadonlyArray<string>> {
  const exported: Readonly<Record<string, unknown>> = await import(`../../scripts/shop/${file}.ts`);
  return Promise.all(
    Object.values(exported)
      .filter(isCommand)
      .map((command) => command.help()),
  );
}

function isCommand(value: unknown): value is Command {
  return typeof value === "object" && value !== null && "help" in value && "run" in value;
}

test.each(Object.keys(PLACES))("the help of %s names --json", async (file) => {
  const helps = await helpsOf(file);

  expect(helps.length).toBeGreaterThan(0);
  for (const help of helps) expect(help).toContain("--json");
});

test("each command has its place on the desk, or a reason why not", () => {
  const paths = deskRoutes().map(({ path }) => path);
  const commands = [...readFileSync("scripts/shop.ts", "utf8").matchAll(/\.\/shop\/([\w-]+)\.ts"/g)]
    .map(([, name = ""]) => name)
    // Those of what is declared are those of the desk.
    .filter((name) => name !== "command" && name !== "resource-command");

  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((name) => PLACES[name] === undefined)).toEqual([]);
  for (const place of Object.values(PLACES).filter((text) => text.startsWith("/desk")))
    expect(paths).toContain(place);
});

/** The commands that do what an address of the desk does, as their help names them. */
const COMMANDS = [
  "analytics report",
  "customers find",
  "export",
  "gift-lists move",
  "gift-lists show",
  "import-file",
  "import-file list",
  "import-file undo",
  "jobs retry",
  "messages answer",
  "messages list",
  "orders batches",
  "orders cancel",
  "orders change-address",
  "orders open-return",
  "orders pack",
  "orders packing-slip",
  "orders query-payment",
  "orders receive-return",
  "orders refund",
  "orders resend-email",
  "orders returns",
  "orders ship",
  "pages move",
  "pages new",
  "pages publish",
  "products change-prices",
  "products create",
  "products edit",
  "products hide",
  "products list",
  "products variants",
  "reviews approve",
  "reviews remove-photo",
  "settings list",
  "settings set",
  "staff end",
  "staff invite",
  "stock history",
  "stock receive",
];

test.each(COMMANDS)("the help of the commands names %s", async (command) => {
  const [file = ""] = command.split(" ");

  expect((await helpsOf(file)).join("\n")).toContain(command);
});
