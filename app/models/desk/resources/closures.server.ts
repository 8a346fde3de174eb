import { dayField, idField, idIn, textField } from "#app/models/resource/field.ts";
import { listedRows, removal, resource } from "#app/models/resource/resource.ts";
import { dayRangeText, localTime } from "#app/models/shared/local-date.ts";
import {
  addClosure,
  changeClosure,
  listClosures,
  lockClosure,
  removeClosure,
  type StoredClosure,
} from "#app/models/store/closures.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

const fields = {
  id: idField(),
  name: textField({
    ...{ label: "Name", hint: "Shoppers read it, such as Workshop holiday", max: 60 },
    missing: "Enter a name",
  }),
  firstDay: dayField({ label: "First day", missing: "Choose the first day" }),
  lastDay: dayField({
    ...{ label: "Last day", hint: "You are closed on this day too", missing: "Choose the last day" },
  }),
};

type ClosureRow = StoredClosure & Readonly<{ isPast: boolean }>;

const listed = listedRows(rowsToday, {
  key: ({ id }) => String(id),
  text: ({ name, firstDay, lastDay }) => `${name} ${firstDay} ${lastDay}`,
  isIn: ({ isPast }, { view }) => isPast === (view === PAST),
});
const PAST = "past";

/** What is to come in its order, then what is over, the last first. */
async function rowsToday(): Promise<ReadonlyArray<ClosureRow>> {
  const [all, { timeZone }] = await Promise.all([listClosures(), findStore()]);
  const today = localTime(new Date(), timeZone).day;
  const rows = all.map((row) => ({ ...row, isPast: row.lastDay < today }));
  return [...rows.filter(({ isPast }) => !isPast), ...rows.filter(({ isPast }) => isPast).toReversed()];
}

export const closures = resource<typeof fields, ClosureRow, undefined>({
  ...{ name: "closures", kind: "closure", one: "closure", title: "Closures" },
  menu: { group: "settings", icon: "lock" },
  about:
    "Days on which nothing is packed and nothing leaves. Every promised day counts them, and shoppers are told two weeks ahead. Bank holidays are known already.",
  ...{ see: "change-settings", edit: "change-settings" },
  fields,
  key: "id",
  called: "name",
  rows: {
    ...listed,
    lock: (key) => lockClosure(idIn(key)),
  },
  list: {
    columns: ["name", "firstDay", "lastDay"],
    views: [
      {
        ...{ key: "coming", title: "To come" },
        empty: { title: "Nothing here", text: "No closed days are planned." },
      },
      { key: PAST, title: "Past", empty: { title: "Nothing here", text: "No closure is over." } },
    ],
    find: "A part of a name, or a day such as 2026-12-31",
    note: ({ firstDay, lastDay }) => dayRangeText(firstDay, lastDay, new Date()),
  },
  add: (row, { request }) => addClosure(row, request),
  change: (row, { id }) => changeClosure(id, row),
  commands: { remove: removal("closure", ({ id }) => removeClosure(id)) },
  refusals: { "closure-reversed": "lastDay", "closure-too-long": "lastDay" },
});
