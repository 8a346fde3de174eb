import { listField, moneyField, referenceField, textField, wholeField } from "#app/models/resource/field.ts";
import { allRows, listedRows, removal, resource } from "#app/models/resource/resource.ts";
import { ok } from "#app/models/shared/result.ts";
import { listStoredMethods } from "#app/models/shipping/method-editing.server.ts";
import { lockDelivery } from "#app/models/shipping/shipping.server.ts";
import {
  addRate,
  listStoredRates,
  listStoredZones,
  type StoredRate,
  writeRate,
} from "#app/models/shipping/zone-editing.server.ts";

const DAYS_MAX = 60;
type Named = Readonly<{ key: string; name: string }>;
const optionsOf = (all: () => Promise<ReadonlyArray<Named>>) => async () =>
  (await all()).map(({ key, name }) => ({ value: key, text: name }));
const size = (label: string) => moneyField({ label, hint: "0: nothing is added. Empty: not carried there." });

const fields = {
  key: textField({ label: "Key", max: 120, typed: "never" }),
  title: textField({ label: "Zone and method", max: 200, typed: "never" }),
  zone: referenceField({ label: "Zone", typed: "new", options: optionsOf(listStoredZones) }),
  method: referenceField({ label: "Delivery method", typed: "new", options: optionsOf(listStoredMethods) }),
  small: size("Added for a parcel"),
  large: size("Added for a large parcel"),
  twoPerson: size("Added where two people carry it"),
  extraDays: wholeField({
    ...{ label: "Working days more", min: 0, max: DAYS_MAX, missing: "Enter a number of days, such as 0" },
  }),
  weekdays: listField({ label: "Weekdays of delivery", rows: 1, max: 40, typed: "never" }),
};

export const deliveryRates = resource<typeof fields, StoredRate, undefined>({
  ...{ name: "delivery-rates", kind: "delivery-rate", one: "delivery rate", title: "Delivery rates" },
  menu: { group: "settings", icon: "tag" },
  about:
    "Which methods each zone has, what it adds to their prices and days. A method without a rate is not offered in the zone.",
  ...{ see: "change-settings", edit: "change-settings" },
  fields,
  key: "key",
  called: "title",
  rows: {
    ...listedRows(listStoredRates, { key: ({ key }) => key, text: ({ key, title }) => `${title} ${key}` }),
    lock: lockDelivery,
  },
  list: {
    columns: ["title", "small", "large", "twoPerson", "extraDays"],
    views: [allRows("There is no rate.")],
    find: "A part of the name of a zone or method",
    note: () => "",
  },
  add: (row, { now }) => addRate(row, now),
  async change(row, { key }, { now }) {
    await writeRate(row, now);
    return ok(key);
  },
  commands: {
    remove: removal("delivery rate", async (row, { now }) => ok(await writeRate(row, now, false))),
  },
  refusals: { "rate-there": "method" },
});
