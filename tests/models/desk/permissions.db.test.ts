/** Which role may give which command: the model refuses it before it reads anything. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import { startBatch, startUnpacking, stopBatch } from "#app/models/desk/batches/batches.server.ts";
import {
  exportCustomerAtDesk,
  helpCustomerAtDesk,
  removeCustomerAtDesk,
  writeCustomerNote,
} from "#app/models/desk/customer-steps.server.ts";
import { retryAllAtDesk, retryAtDesk } from "#app/models/desk/failure-steps.server.ts";
import { checkFile } from "#app/models/desk/files/import-check.server.ts";
import { freeClaimAtDesk, moveListAtDesk } from "#app/models/desk/gift-list-steps.server.ts";
import {
  reopenMessageAtDesk,
  replyToMessageAtDesk,
  settleMessageAtDesk,
} from "#app/models/desk/message-steps.server.ts";
import {
  acceptReturnAtDesk,
  cancelAtDesk,
  giveGoodwillAtDesk,
  refundAtDesk,
} from "#app/models/desk/orders/money-steps.server.ts";
import { changeAddressAtDesk } from "#app/models/desk/orders/order-address.server.ts";
import { repeatEmailAtDesk } from "#app/models/desk/orders/order-emails.server.ts";
import {
  type DeskPerson,
  stepAtDesk,
  workAtDesk,
  writeOrderNote,
} from "#app/models/desk/orders/order-steps.server.ts";
import { tickAtDesk } from "#app/models/desk/orders/order-ticks.server.ts";
import { queryPaymentAtDesk } from "#app/models/desk/orders/payment-review.server.ts";
import { notePaidBack } from "#app/models/desk/orders/owed-refund.server.ts";
import { openReturnAtDesk, stepOnArrival } from "#app/models/desk/orders/return-steps.server.ts";
import { planSendings } from "#app/models/desk/orders/sending-many.server.ts";
import { planSending, withdrawSending } from "#app/models/desk/orders/sending.server.ts";
import { movePage } from "#app/models/desk/pages/page-order.server.ts";
import {
  hidePage,
  makePage,
  passPageFile,
  showPage,
  takePageFile,
} from "#app/models/desk/pages/page-standing.server.ts";
import {
  discardPageDraft,
  publishPage,
  putBackPage,
  savePageDraft,
} from "#app/models/desk/pages/page-steps.server.ts";
import { changeOneAtDesk } from "#app/models/desk/products/bulk-steps.server.ts";
import { createProductAtDesk } from "#app/models/desk/products/new-product.server.ts";
import {
  discardDraftAtDesk,
  type ProductEdit,
  publishAtDesk,
  putBackAtDesk,
  saveDraftAtDesk,
} from "#app/models/desk/products/product-steps.server.ts";
import {
  addOptionAtDesk,
  addOptionValuesAtDesk,
  removeVariantsAtDesk,
  renameOptionValuesAtDesk,
  setVariantImagesAtDesk,
  setVariantsVisibleAtDesk,
} from "#app/models/desk/products/variant-steps.server.ts";
import { RESOURCES } from "#app/models/desk/resources.server.ts";
import { decideReviewAtDesk, removePhotoAtDesk } from "#app/models/desk/review-steps.server.ts";
import { removeReminderAtDesk } from "#app/models/desk/setting-reminders.server.ts";
import { findSettingGroup } from "#app/models/desk/settings.server.ts";
import type { Resource } from "#app/models/resource/resource.ts";
import { runRowCommand, saveFields, saveRow, undoStep } from "#app/models/resource/save.server.ts";
import { bookStockAtDesk } from "#app/models/desk/stock-steps.server.ts";
import { NO_ORDER_FILTERS } from "#app/models/desk/orders/order-filters.server.ts";
import type { GiftListId } from "#app/models/shared/ids.ts";
import { DESK_STEPS, STAFF_ROLES } from "#app/models/staff/role.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { keepCataloguesHere } from "#tests/support/people/desk/desk-imports.ts";
import { numbered } from "#tests/support/people/desk/desk-orders.ts";
import { type Done, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

beforeEach(keepCataloguesHere);

type Command = (by: DeskPerson) => Promise<Done>;
type Commands = Readonly<Record<string, readonly [roles: string, command: Command]>>;

/** Nothing of the shop has it. */
const NONE = 999_999;
const HANDLERS = "owner packer";
const EDITORS = "owner editor";
const BUT_READERS = "owner packer editor";
const reason = "Damaged";

const parcel = { number: NONE, carrier: "royal-mail", tracking: "AB 12", units: null, shown: null, key: "k" };
const several = [{ ...parcel, isUntracked: false, shown: "paid" }];
const list = {
  ...{ seen: null, title: "To pack", key: "k1" },
  selection: { view: "to-pack", filters: NO_ORDER_FILTERS, today: "2026-06-01" },
} as const;
const refund = { refund: { units: [1, 0], delivery: false }, isRestocked: false, shownMinor: 1 };
const arrival = { number: "R1-1", step: "arrive", shown: null } as const;
const receipt = { returnNumber: "R1-1", isRestocked: true, hasDelivery: null };

const step =
  (name: "pack" | "unpack" | "deliver" | "undeliver"): Command =>
  (by) =>
    stepAtDesk({ number: NONE, step: name, shown: null }, by);

async function changeAddress(by: DeskPerson): Promise<Done> {
  const answer = await changeAddressAtDesk({ number: NONE, typed: {}, shown: null, agreed: "" }, by);
  return answer.errors ? { ok: true, value: null } : answer.done;
}

async function cancel(by: DeskPerson): Promise<Done> {
  const { number } = await numbered(paidOrder());
  return cancelAtDesk({ number, reason, shown: "another status" }, by);
}

const OF_ORDERS: Commands = {
  pack: [HANDLERS, step("pack")],
  unpack: [HANDLERS, step("unpack")],
  deliver: [HANDLERS, step("deliver")],
  undeliver: ["owner", step("undeliver")],
  work: [HANDLERS, (by) => workAtDesk({ number: NONE, step: "start-work", shown: null }, by)],
  tick: [HANDLERS, (by) => tickAtDesk({ number: NONE, position: 0, isTicked: true }, by)],
  send: [HANDLERS, (by) => planSending(parcel, by)],
  "send several": [HANDLERS, async (by) => (await planSendings(several, "k", by))[0]!.refusal!],
  "take a parcel back": [HANDLERS, (by) => withdrawSending(NONE, by)],
  "pack a list": [HANDLERS, (by) => startBatch(list, by)],
  "stop a batch": [HANDLERS, (by) => stopBatch(NONE, by)],
  "unpack a list": [HANDLERS, (by) => startUnpacking(NONE, "k", by)],
  note: [HANDLERS, (by) => writeOrderNote(NONE, { body: "words", key: "k" }, by)],
  email: [HANDLERS, (by) => repeatEmailAtDesk({ number: NONE, email: "confirmation", key: "k" }, by)],
  address: [HANDLERS, changeAddress],
  payment: [HANDLERS, (by) => queryPaymentAtDesk(NONE, by)],
  goodwill: [HANDLERS, (by) => giveGoodwillAtDesk({ number: NONE, minor: 1, reason, key: "k" }, by)],
  refund: [HANDLERS, (by) => refundAtDesk({ number: NONE, ...refund, reason, key: "k" }, by)],
  "note a refund as paid": [HANDLERS, (by) => notePaidBack(NONE, { refundId: "refund_none" }, by)],
  cancel: [HANDLERS, cancel],
  arrival: [HANDLERS, (by) => stepOnArrival(arrival, by)],
  "open a return": [
    HANDLERS,
    (by) => openReturnAtDesk({ orderNumber: NONE, lines: [], note: "", key: "k" }, by),
  ],
  "accept a return": [HANDLERS, (by) => acceptReturnAtDesk(receipt, by)],
};

const form = { id: 0, version: 0, marks: {}, typed: {} } as unknown as ProductEdit;
const newProduct = {
  ...{ name: "None", sku: "", categoryId: NONE, brandId: NONE, isToy: false, priceMinor: 1 },
  shortDescription: "None",
};
const RAISE = { kind: "price", percent: 10, isWhole: true, first: null, last: null } as const;
const HIDE = { kind: "visibility", visibility: "nobody" } as const;
const ofNone = { productId: 0 };
const option = { name: "Size", type: "radio", present: { label: "S", hex: null }, values: [] } as const;
const ABOUT = { kind: "information", key: "none" } as const;
const page = { ref: ABOUT, typed: {}, marks: null } as unknown as Parameters<typeof publishPage>[0];
const booking = { sku: "NONE", mode: "received", units: 1, shown: 0, key: "k" } as const;

const bulk =
  (rule: typeof RAISE | typeof HIDE): Command =>
  (by) => {
    const head = { key: "k", title: "x", kind: rule.kind, needsCode: false };
    return changeOneAtDesk({ id: 0, shownMinor: 1, rule, head }, by);
  };

const file =
  (kind: "products" | "stock" | "redirects" | "catalogue"): Command =>
  (by) =>
    checkFile(kind, Buffer.from("x"), by);

const OF_THE_CATALOGUE: Commands = {
  "save a draft": [EDITORS, (by) => saveDraftAtDesk(form, by)],
  publish: [EDITORS, (by) => publishAtDesk(form, by)],
  "put a version back": [EDITORS, (by) => putBackAtDesk(form, NONE, by)],
  "discard a draft": [EDITORS, (by) => discardDraftAtDesk(0, by)],
  "make a product": [EDITORS, (by) => createProductAtDesk(newProduct, by)],
  "change prices": ["owner", bulk(RAISE)],
  "hide products": [EDITORS, bulk(HIDE)],
  "add an option": [EDITORS, (by) => addOptionAtDesk(ofNone, option, by)],
  "add values": [EDITORS, (by) => addOptionValuesAtDesk(ofNone, { optionId: 0, values: [] }, by)],
  "rename values": [EDITORS, (by) => renameOptionValuesAtDesk(ofNone, { optionId: 0, names: new Map() }, by)],
  "hide variants": [EDITORS, (by) => setVariantsVisibleAtDesk(ofNone, { ids: [NONE], isVisible: false }, by)],
  "remove variants": [EDITORS, (by) => removeVariantsAtDesk(ofNone, [NONE], by)],
  "choose images": [EDITORS, (by) => setVariantImagesAtDesk(ofNone, new Map([[NONE, "x"]]), by)],
  "save a page": [EDITORS, (by) => savePageDraft(page, by)],
  "publish a page": [EDITORS, (by) => publishPage(page, by)],
  "discard a page": [EDITORS, (by) => discardPageDraft(ABOUT, by)],
  "put a page back": [EDITORS, (by) => putBackPage(ABOUT, NONE, by)],
  "hide a page": [EDITORS, (by) => hidePage(ABOUT, by)],
  "show a page": [EDITORS, (by) => showPage(ABOUT, by)],
  "take a page's file": [EDITORS, (by) => takePageFile(ABOUT, by)],
  "pass a page's file": [EDITORS, (by) => passPageFile(ABOUT, by)],
  "make a page": [EDITORS, (by) => makePage({ kind: "article", title: "New", requestKey: "k" }, by)],
  "move a page": [EDITORS, (by) => movePage({ key: "none", move: "up", mark: null }, by)],
  "book stock": [BUT_READERS, (by) => bookStockAtDesk({ ...booking, reason: "Found again" }, by)],
  "file of products": [EDITORS, file("products")],
  "file of stock": [BUT_READERS, file("stock")],
  "file of redirects": [EDITORS, file("redirects")],
  "whole catalogue": ["owner", file("catalogue")],
};

const nobody = "customer_none" as const;
const claim = { listId: "list_none" as GiftListId, claimId: "claim_none", shown: "" } as const;
const move = { listId: claim.listId, email: "a@example.org", shown: { email: "", requestedEmail: null } };
const returnSettings = async () => (await findSettingGroup("returns")) as Resource;
const publication = { id: NONE, shown: "waiting", to: "published" } as const;

const OF_PEOPLE: Commands = {
  "help a customer": [HANDLERS, (by) => helpCustomerAtDesk(nobody, "log-out", by)],
  "note on a customer": [HANDLERS, (by) => writeCustomerNote(nobody, { body: "x", key: "k" }, by)],
  "export a customer": ["owner", (by) => exportCustomerAtDesk(nobody, by)],
  "remove a customer": ["owner", (by) => removeCustomerAtDesk(nobody, by)],
  "free a gift": [HANDLERS, (by) => freeClaimAtDesk(claim, by)],
  "move a list": ["owner", (by) => moveListAtDesk(move, by)],
  "publish a review": [EDITORS, (by) => decideReviewAtDesk(publication, by)],
  "remove a photo": [EDITORS, (by) => removePhotoAtDesk(NONE, 1, by)],
  "settle a message": [BUT_READERS, (by) => settleMessageAtDesk(NONE, "closed", by)],
  "reopen a message": [BUT_READERS, (by) => reopenMessageAtDesk(NONE, "", by)],
  "reply to a message": [BUT_READERS, (by) => replyToMessageAtDesk(NONE, { text: "words", key: "k" }, by)],
  "change settings": [
    "owner",
    async (by) => saveFields(await returnSettings(), { key: "returns", texts: {} }, by),
  ],
  "remove a reminder": ["owner", (by) => removeReminderAtDesk(NONE, by)],
  "undo settings": ["owner", async (by) => undoStep(await returnSettings(), NONE, by)],
  "retry a job": ["owner", (by) => retryAtDesk("job_none", by)],
  "retry all jobs": ["owner", (by) => retryAllAtDesk(NOW.toISOString(), by)],
};

/** What is declared says who may change it. */
const OF_RESOURCES: Commands = Object.fromEntries(
  RESOURCES.flatMap((one): Array<[string, Commands[string]]> => {
    const roles = DESK_STEPS[one.edit].join(" ");
    return [
      [
        `save a ${one.one}`,
        [roles, (by) => saveRow(one, { key: null, texts: {}, marks: null, request: "x" }, by)],
      ],
      [
        `remove a ${one.one}`,
        [roles, (by) => runRowCommand(one, { command: "remove", key: "none", mark: null }, by)],
      ],
      [`undo on a ${one.one}`, [roles, (by) => undoStep(one, NONE, by)]],
    ];
  }),
);

const COMMANDS = Object.entries({ ...OF_ORDERS, ...OF_THE_CATALOGUE, ...OF_PEOPLE, ...OF_RESOURCES });

test.each(STAFF_ROLES)("the role %s is refused the commands of others, and no other", async (role) => {
  const actor = await person(role);
  const refused: Array<string> = [];
  for (const [name, [, command]] of COMMANDS)
    if ((await outcomeOf(command(actor))) === "desk-not-allowed") refused.push(name);

  const ofOthers = COMMANDS.filter(([, [roles]]) => !roles.split(" ").includes(role));
  expect(refused).toEqual(ofOthers.map(([name]) => name));
});

/** The functions of `text` that take whoever acts, and answer with more than what they have read. */
function commandsIn(text: string): ReadonlyArray<string> {
  return text
    .split(/^export async function /m)
    .slice(1)
    .map((one) => one.split("> {\n")[0] ?? "")
    .filter((signature) => /\bactor: Desk(?:Actor|Person)\b/.test(signature))
    .filter((signature) => !/: Promise<(?:ReadonlyArray|void|boolean|[^]*\| null$)/.test(signature))
    .map((signature) => /^\w+/.exec(signature)?.[0] ?? "");
}

/** Where to look instead. */
const WITHOUT_ROW: Readonly<Record<string, string>> = {
  openExport: "exports.db.test.ts has each kind of file for each role",
  uploadImport: "calls checkFile first",
  applyImport: "finds nothing for a role that may not",
  checkImportAgain: "finds nothing for a role that may not",
  undoImport: "finds nothing for a role that may not",
  applyHere: "is what applyImport calls",
  undoHere: "is what undoImport calls",
  discardImport: "finds nothing for a role that may not",
  reportLimit: "is what the commands with money end with",
  withPage: "is what the commands of pages call",
  draftOf: "is what the commands of pages call",
};

test("every command of the desk has a row above, or says where else it is refused", () => {
  const folder = "app/models/desk";
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const texts = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  const commands = texts.flatMap(commandsIn);
  const table = readFileSync(import.meta.filename, "utf8");

  expect(commands.length).toBeGreaterThan(60);
  expect(commands.filter((name) => !table.includes(`${name}(`)).sort()).toEqual(
    Object.keys(WITHOUT_ROW).sort(),
  );
});
