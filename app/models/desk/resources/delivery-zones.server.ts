import { listField, textField, tickField } from "#app/models/resource/field.ts";
import { allRows, listedRows, removal, resource } from "#app/models/resource/resource.ts";
import { lockDelivery } from "#app/models/shipping/shipping.server.ts";
import {
  addZone,
  changeZone,
  listStoredZones,
  readRange,
  removeZone,
  type StoredZone,
} from "#app/models/shipping/zone-editing.server.ts";
import { isCountryCode } from "#app/models/store/country.ts";

const LINES = { rows: 4, max: 4_000 } as const;

const fields = {
  key: textField({ label: "Key", max: 60, typed: "never" }),
  name: textField({ label: "Name", hint: "Shoppers read it", max: 80, missing: "Enter a name" }),
  postcodes: listField({
    ...{ ...LINES, label: "Postcodes" },
    hint: "One a line: an area such as IV, its districts such as PO 30-41, or the beginning of postcodes such as D04*. Empty: all of its countries.",
    meant: (line) => line.toUpperCase().replace(/\s+/g, " "),
    wrong: (line) => (readRange(line) ? null : "is none of IV, PO 30-41 and D04*"),
  }),
  countries: listField({
    ...{ ...LINES, label: "Countries" },
    hint: "One a line, by their codes such as FR. Empty: the shop’s own.",
    meant: (line) => line.toUpperCase(),
    wrong: (line) => (isCountryCode(line) ? null : "is not the code of a country, such as GB"),
  }),
  isExcluded: tickField({
    label: "No day is promised here",
    hint: "The note says what holds instead.",
  }),
  note: textField({ label: "Note", hint: "Shoppers read it. Empty: none.", max: 300, rows: 2 }),
};

export const deliveryZones = resource<typeof fields, StoredZone, undefined>({
  ...{ name: "delivery-zones", kind: "delivery-zone", one: "delivery zone", title: "Delivery zones" },
  menu: { group: "settings", icon: "signpost" },
  about:
    "Places where delivery costs more, takes longer or is not offered. Of two zones with the same postcode the newest counts. A new one begins with the methods of the default zone: change them under Delivery rates.",
  ...{ see: "change-settings", edit: "change-settings" },
  fields,
  key: "key",
  called: "name",
  rows: {
    ...listedRows(listStoredZones, {
      key: ({ key }) => key,
      text: ({ name, postcodes, countries }) => [name, ...postcodes, ...countries].join(" "),
    }),
    lock: lockDelivery,
  },
  list: {
    columns: ["name", "postcodes", "countries"],
    views: [allRows("There is no zone.")],
    find: "A part of a name or postcode",
    note: ({ isDefault, note }) => (isDefault ? "Default: wherever no other zone holds" : note),
  },
  add: (row, { now }) => addZone(row, now),
  change: (row, before, { now }) => changeZone(row, before, now),
  commands: {
    remove: {
      ...removal<StoredZone>("delivery zone", (row, { now }) => removeZone(row, now)),
      suits: ({ isDefault }) => !isDefault,
    },
  },
  refusals: {
    "zone-name-taken": "name",
    "zone-without-place": "postcodes",
    "zone-default": "isExcluded",
    "zone-home-missing": "countries",
  },
});
