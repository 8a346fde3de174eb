import { hasOpenOrderBy } from "#app/models/order/open-orders.server.ts";
import { moneyField, textField, tickField, timeField, wholeField } from "#app/models/resource/field.ts";
import { allRows, listedRows, removal, resource } from "#app/models/resource/resource.ts";
import { refused } from "#app/models/shared/result.ts";
import { numberOf } from "#app/models/shared/text.ts";
import {
  addMethod,
  changeMethod,
  listStoredMethods,
  removeMethod,
  type StoredMethod,
  switchMethod,
} from "#app/models/shipping/method-editing.server.ts";
import { lockDelivery } from "#app/models/shipping/shipping.server.ts";

const DAYS_MAX = 60;
const NEEDED_DAYS = { min: 0, max: DAYS_MAX, missing: "Enter a number of working days" } as const;
const size = (label: string) => moneyField({ label, hint: "Empty: not carried", typed: "new" });

const fields = {
  key: textField({ label: "Key", max: 60, typed: "never" }),
  name: textField({ label: "Name", max: 60, missing: "Enter a name" }),
  description: textField({
    ...{ label: "How it is explained", max: 2_000, rows: 2, typed: "new" },
    missing: "Say what it is, such as: With tracking, to your door.",
  }),
  small: size("Price of a parcel"),
  large: size("Price of a large parcel"),
  twoPerson: size("Price where two people carry it"),
  freeOver: moneyField({ label: "Free from", hint: "Empty: never" }),
  handlingMin: wholeField({
    ...{ ...NEEDED_DAYS, label: "Working days until it leaves, at least" },
    hint: "0: on the day of the order, until the time below",
  }),
  handlingMax: wholeField({ ...NEEDED_DAYS, label: "Working days until it leaves, at most" }),
  transitMin: wholeField({ ...NEEDED_DAYS, label: "Working days on the way, at least" }),
  transitMax: wholeField({ ...NEEDED_DAYS, label: "Working days on the way, at most" }),
  cutoff: timeField({
    ...{ label: "Ordered and paid by", typed: "new", missing: "Enter a time such as 14:00" },
  }),
  isEnabled: tickField({ label: "Offered", typed: "never" }),
};

export const deliveryMethods = resource<typeof fields, StoredMethod, undefined>({
  ...{ name: "delivery-methods", kind: "delivery-method", one: "delivery method", title: "Delivery methods" },
  menu: { group: "settings", icon: "truck" },
  about:
    "How orders reach shoppers. Prices, texts and the time to order by are changed under Settings, Delivery; what a zone adds, under Delivery rates. Prices in further currencies come from the catalogue: without one, a method is not offered there.",
  ...{ see: "change-settings", edit: "change-settings" },
  fields,
  key: "key",
  called: "name",
  rows: {
    ...listedRows(listStoredMethods, { key: ({ key }) => key, text: ({ key, name }) => `${name} ${key}` }),
    lock: lockDelivery,
  },
  list: {
    columns: ["name", "small", "large", "twoPerson", "isEnabled"],
    views: [allRows("There is no method.")],
    find: "A part of a name",
    note: ({ key, transitMin: min, transitMax: max }) =>
      `${min === max ? "" : `${min} to `}${numberOf(max, "working day", "working days")} on the way. Coupons name it ${key}`,
  },
  add: (row, { now }) => addMethod(row, now),
  change: (row, before, { now }) => changeMethod(row, before, now),
  commands: {
    "switch-off": {
      ...{ label: "Switch off", logged: "switched-off", log: "Switched off the delivery method" },
      ...{ done: "is offered to nobody now.", undo: "switch-on" },
      suits: ({ isEnabled }) => isEnabled,
      run: ({ key }, { now }) => switchMethod(key, false, now),
    },
    "switch-on": {
      ...{ label: "Switch on", logged: "switched-on", log: "Switched on the delivery method" },
      ...{ done: "is offered again.", undo: "switch-off" },
      suits: ({ isEnabled }) => !isEnabled,
      run: ({ key }, { now }) => switchMethod(key, true, now),
    },
    remove: removal("delivery method", async ({ key }, { now }) =>
      (await hasOpenOrderBy(key)) ? refused("method-in-use") : removeMethod(key, now),
    ),
  },
  refusals: {
    "method-carries-nothing": "small",
    "method-text": "description",
    "method-name-taken": "name",
    "method-free-over-elsewhere": "freeOver",
  },
});
