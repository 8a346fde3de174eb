import { expect, test } from "vitest";

import { can, DESK_STEPS, type DeskStep, isStaffRole, STAFF_ROLES } from "#app/models/staff/role.ts";

/** Owner, packer, editor, reader: the table as it was agreed. A step that is missing here fails the test. */
const AGREED: Readonly<Record<DeskStep, string>> = {
  "see-orders": "yes yes yes yes",
  "see-names": "yes yes yes no",
  "see-addresses": "yes yes no no",
  pack: "yes yes no no",
  send: "yes yes no no",
  undeliver: "yes no no no",
  "query-payment": "yes yes no no",
  "print-slips": "yes yes no no",
  "write-note": "yes yes no no",
  "change-address": "yes yes no no",
  "resend-email": "yes yes no no",
  refund: "yes yes no no",
  "cancel-unpacked": "yes yes no no",
  "cancel-packed": "yes no no no",
  "accept-return": "yes yes no no",
  "see-stock": "yes yes yes yes",
  "book-stock": "yes yes yes no",
  "see-products": "yes yes yes yes",
  "edit-products": "yes no yes no",
  "publish-prices": "yes no no no",
  "weaken-safety": "yes no no no",
  "see-pages": "yes yes yes yes",
  "edit-pages": "yes no yes no",
  "see-reviews": "yes yes yes yes",
  "decide-reviews": "yes no yes no",
  "handle-messages": "yes yes yes no",
  "handle-private-messages": "yes no no no",
  "see-coupons": "yes no yes yes",
  "manage-coupons": "yes no no no",
  "see-customers": "yes yes yes yes",
  "help-customers": "yes yes no no",
  "export-customer": "yes no no no",
  "remove-customer": "yes no no no",
  "see-figures": "yes no yes yes",
  "see-health": "yes no no no",
  "see-redirects": "yes yes yes yes",
  "edit-redirects": "yes no yes no",
  "see-gift-lists": "yes yes no no",
  "move-gift-lists": "yes no no no",
  "see-newsletter": "yes yes no no",
  "see-files": "yes yes yes yes",
  "export-without-names": "yes no yes yes",
  "export-names": "yes no no no",
  "import-files": "yes yes yes no",
  "import-redirects": "yes no yes no",
  "import-catalogue": "yes no no no",
  "see-own-log": "yes yes yes yes",
  "see-whole-log": "yes no no no",
  "manage-staff": "yes no no no",
  "change-settings": "yes no no no",
};

test("each role may take exactly the steps that were agreed", () => {
  const steps = Object.keys(DESK_STEPS) as ReadonlyArray<DeskStep>;
  const found = steps.map((step) => [
    step,
    STAFF_ROLES.map((role) => (can(role, step) ? "yes" : "no")).join(" "),
  ]);

  expect(Object.fromEntries(found)).toEqual(AGREED);
});

test("only the four roles are roles", () => {
  expect(STAFF_ROLES.every(isStaffRole)).toBe(true);
  expect(["admin", "", null, 1, "Owner"].some(isStaffRole)).toBe(false);
});
