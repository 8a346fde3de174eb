export const STAFF_ROLES = ["owner", "packer", "editor", "reader"] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

const EVERYBODY = STAFF_ROLES;
const HANDLERS = ["owner", "packer"] as const;
const OWNERS = ["owner"] as const;
const EDITORS = ["owner", "editor"] as const;

/** What a packer refunds, cancels and accepts back is limited by a sum a day besides. */
export const DESK_STEPS = {
  "see-orders": EVERYBODY,
  "see-names": ["owner", "packer", "editor"],
  "see-addresses": HANDLERS,
  pack: HANDLERS,
  send: HANDLERS,
  undeliver: OWNERS,
  "query-payment": HANDLERS,
  "print-slips": HANDLERS,
  "write-note": HANDLERS,
  "change-address": HANDLERS,
  "resend-email": HANDLERS,
  refund: HANDLERS,
  "cancel-unpacked": HANDLERS,
  "cancel-packed": OWNERS,
  "accept-return": HANDLERS,
  "see-stock": EVERYBODY,
  "book-stock": ["owner", "packer", "editor"],
  "see-products": EVERYBODY,
  "edit-products": EDITORS,
  "publish-prices": OWNERS,
  "weaken-safety": OWNERS,
  "see-pages": EVERYBODY,
  "edit-pages": EDITORS,
  "see-reviews": EVERYBODY,
  "decide-reviews": EDITORS,
  "handle-messages": ["owner", "packer", "editor"],
  "handle-private-messages": OWNERS,
  "see-coupons": ["owner", "editor", "reader"],
  "manage-coupons": OWNERS,
  "see-customers": EVERYBODY,
  "help-customers": HANDLERS,
  "export-customer": OWNERS,
  "remove-customer": OWNERS,
  "see-figures": ["owner", "editor", "reader"],
  "see-gift-lists": HANDLERS,
  "move-gift-lists": OWNERS,
  "see-newsletter": HANDLERS,
  "see-health": OWNERS,
  "see-redirects": EVERYBODY,
  "edit-redirects": EDITORS,
  "see-files": EVERYBODY,
  "export-without-names": ["owner", "editor", "reader"],
  "export-names": OWNERS,
  "import-files": ["owner", "packer", "editor"],
  "import-redirects": EDITORS,
  "import-catalogue": OWNERS,
  "see-own-log": EVERYBODY,
  "see-whole-log": OWNERS,
  "manage-staff": OWNERS,
  "change-settings": OWNERS,
} as const satisfies Record<string, ReadonlyArray<StaffRole>>;

export type DeskStep = keyof typeof DESK_STEPS;

export function can(role: StaffRole, step: DeskStep): boolean {
  return (DESK_STEPS[step] as ReadonlyArray<StaffRole>).includes(role);
}

export function roleInSentence(role: string): string {
  return `${/^[aeo]/.test(role) ? "an" : "a"} ${role}`;
}

export function isStaffRole(value: unknown): value is StaffRole {
  return (STAFF_ROLES as ReadonlyArray<unknown>).includes(value);
}

/** Nobody as `staff`: the shop's own commands, which may do everything. */
export function mayOf({
  staff,
}: Readonly<{ staff: Readonly<{ role: StaffRole }> | null }>): (step: DeskStep) => boolean {
  return (step) => staff === null || can(staff.role, step);
}
