/** Discount codes (requirements coupon-1 to -3). */
import { z } from "zod";

import {
  changeCoupon,
  couponStanding,
  createCoupon,
  findCouponTerms,
  listCoupons,
  lockCoupon,
  type OwnerCoupon,
  switchCoupon,
} from "#app/models/coupon/admin-coupons.server.ts";
import { type CurrencyAmounts, worthText } from "#app/models/coupon/coupon-terms.ts";
import { couponCode, type CouponStanding } from "#app/models/coupon/coupon.ts";
import {
  choiceField,
  dayField,
  listField,
  moneyField,
  type ResourceField,
  textField,
  tickField,
  wholeField,
} from "#app/models/resource/field.ts";
import { allRows, listedRows, resource } from "#app/models/resource/resource.ts";
import { isCurrency } from "#app/models/shared/currency.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { ok } from "#app/models/shared/result.ts";
import { amountField, readAmount } from "#app/models/shared/typed-amount.ts";
import { dateText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

const USES_MAX = 1_000_000;
const TEXT_MAX = 200;
const TARGETS = { rows: 2, max: 2_000 } as const;

const fields = {
  code: {
    ...textField({
      label: "Code",
      hint: "3 to 40 letters, digits or hyphens",
      typed: "new",
      max: 40,
      isMono: true,
    }),
    schema: () =>
      z.string().transform((typed, context) => {
        const code = couponCode(typed);
        if (code !== null) return code;
        context.addIssue({ code: "custom", message: "Must be 3 to 40 letters, digits or hyphens" });
        return z.NEVER;
      }),
  },
  type: choiceField({
    label: "Discount",
    choices: { percentage: "Per cent", fixed: "Amount", free_delivery: "Free delivery" },
  }),
  percent: wholeField({ label: "Per cent off", hint: "Such as 15", min: 1, max: 100 }),
  amountOff: moneyField({ label: "Amount off", hint: "Such as 7.50" }),
  otherAmounts: otherCurrenciesField("Amount off in other currencies", "Such as EUR 6, USD 7.50"),
  minimumSpend: moneyField({ label: "Orders from", hint: "Empty: any order" }),
  otherMinimums: otherCurrenciesField("Orders from, in other currencies", "Such as EUR 45"),
  isMinimumOnMatching: tickField({
    label: "That minimum counts only what the code is for",
  }),
  firstDay: dayField({ label: "From", hint: "Empty: at once" }),
  lastDay: dayField({ label: "Until", hint: "That day included. Empty: no end" }),
  categories: listField({
    ...{ label: "Departments", hint: "By name, one a line, such as Wooden toys. Empty: all" },
    ...TARGETS,
  }),
  products: listField({
    ...{ label: "Products", hint: "By name, one a line, such as Rainbow Stacker. Empty: all" },
    ...TARGETS,
  }),
  deliveryMethods: listField({
    ...{ label: "Delivery methods", hint: "Of free delivery: by name, one a line. Empty: all" },
    ...TARGETS,
  }),
  isOncePerCustomer: tickField({ label: "Once for each customer" }),
  isFirstOrderOnly: tickField({ label: "First orders only" }),
  excludesSaleItems: tickField({ label: "Not on items that are on sale" }),
  maxUses: wholeField({ label: "Most uses", hint: "Empty: no limit", min: 1, max: USES_MAX }),
  name: textField({
    label: "Name",
    hint: "What shoppers see in the basket. Empty: what it is worth",
    max: TEXT_MAX,
  }),
  message: textField({
    label: "Message",
    hint: "What the basket says when the code is typed. Empty: what it is worth",
    max: TEXT_MAX,
  }),
  isOff: tickField({ label: "Switched off", typed: "never" }),
};

/** "EUR 6, USD 7.50", in minor units. */
function otherCurrenciesField(label: string, hint: string): ResourceField<CurrencyAmounts> {
  return {
    ...textField({ label, hint, max: TEXT_MAX }),
    isFor: ({ currencies }) => currencies.length > 1,
    schema: ({ locale }) =>
      z.string().transform((typed, context): CurrencyAmounts => {
        const parts = typed
          .split(/,\s*(?=[A-Z]{3}\s)/)
          .flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
        const read = parts.map((part) => {
          const [currency = "", amount = ""] = part.split(/\s+(.*)/);
          return [currency, isCurrency(currency) ? readAmount(amount, { currency, locale }) : null] as const;
        });
        const amounts = read.flatMap(([currency, minor]) => (minor ? [[currency, minor] as const] : []));
        if (amounts.length === read.length) return Object.fromEntries(amounts);
        context.addIssue({ code: "custom", message: "Must be amounts such as EUR 6, USD 7.50" });
        return z.NEVER;
      }),
    text: (amounts, { locale }) => amountsText(amounts, locale),
    shown: (amounts, { locale }) => amountsText(amounts, locale),
  };
}

function amountsText(amounts: CurrencyAmounts, locale: string): string {
  return Object.entries(amounts)
    .map(([currency, minor]) => `${currency} ${amountField(minor, { currency, locale })}`)
    .join(", ");
}

const VIEWS: Readonly<Record<string, ReadonlyArray<CouponStanding>>> = {
  active: ["works"],
  planned: ["not yet"],
  ended: ["ended", "used up"],
  off: ["disabled"],
};

function empty(text: string) {
  return { empty: { title: "Nothing here", text } };
}

export const coupons = resource<typeof fields, OwnerCoupon, undefined>({
  ...{ name: "coupons", kind: "coupon", one: "discount code", title: "Coupons" },
  menu: { group: "customers", icon: "ticket" },
  about: "Codes that shoppers type in the basket. An order that was placed with one keeps its price.",
  ...{ see: "see-coupons", edit: "manage-coupons" },
  fields,
  key: "code",
  called: "code",
  rows: {
    ...listedRows(listCoupons, {
      key: ({ code }) => code,
      text: ({ code, name }) => `${code} ${name}`,
      isIn: (coupon, { view, now }) => VIEWS[view]?.includes(couponStanding(coupon, now)) ?? true,
    }),
    find: findCouponTerms,
    lock: lockCoupon,
  },
  list: {
    columns: [
      "code",
      { label: "What it does", text: worthIn },
      { label: "Until", text: ({ lastDay }, { locale }) => (lastDay ? longDay(lastDay, locale) : "No end") },
      { label: "Used", text: usesOf },
    ],
    views: [
      { key: "active", title: "Active", ...empty("No discount code works today.") },
      { key: "planned", title: "Planned", ...empty("No discount code begins on a later day.") },
      { key: "ended", title: "Ended", ...empty("No discount code has ended, or is used up.") },
      { key: "off", title: "Switched off", ...empty("No discount code is switched off.") },
      allRows("There is no discount code yet."),
    ],
    find: "A part of a code or its name",
    note: (coupon, store, now) => {
      const standing = couponStanding(coupon, now);
      const { name, startsAt, madeBy } = coupon;
      return [
        standing === "works" ? "" : standing === "not yet" ? `from ${dateText(startsAt, store)}` : standing,
        name,
        madeBy === "catalogue" ? "from the catalogue" : "",
      ]
        .filter(Boolean)
        .join(", ");
    },
  },
  async add(terms, { now }) {
    const created = await createCoupon(terms, now);
    return created.ok ? ok({ key: created.value.code, isNew: true }) : created;
  },
  async change(terms, _, { now }) {
    const changed = await changeCoupon(terms, now);
    return changed.ok ? ok(terms.code) : changed;
  },
  commands: {
    disable: {
      ...{ label: "Switch off", logged: "disabled", log: "Switched off the discount code" },
      done: "is switched off. Orders already placed with it keep their price.",
      suits: ({ isOff, isEnabled }) => isEnabled && !isOff,
      run: ({ code }, { now }) => switchCoupon(code, "disabled", now),
      undo: "enable",
    },
    enable: {
      ...{ label: "Switch on", logged: "enabled", log: "Switched on the discount code" },
      done: "is switched on.",
      suits: ({ isOff }) => isOff,
      run: ({ code }, { now }) => switchCoupon(code, "enabled", now),
      undo: "disable",
    },
  },
  refusals: { "coupon-code-taken": "code" },
});

function worthIn(coupon: OwnerCoupon, { locale, currency: own }: Store): string {
  const currency = coupon.onlyIn ?? own;
  const { minimumSpend } = coupon;
  const minimum = minimumSpend ? ` over ${formatMoney(money(minimumSpend, currency), locale)}` : "";
  return worthText(coupon, { currency, locale }) + minimum;
}

function usesOf({ used, maxUses }: OwnerCoupon): string {
  return maxUses === null ? String(used) : `${used} of ${maxUses}`;
}
