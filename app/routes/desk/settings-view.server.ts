import type { SettingsView } from "#app/components/desk/settings-page.tsx";
import { GROUP_PLACES, GROUP_TITLES, isChecked } from "#app/models/desk/setting-groups.ts";
import { mayUndo } from "#app/models/resource/save.server.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import { findSettingState } from "#app/models/store/editing/change-settings.server.ts";
import { SETTING_GROUPS, type SettingGroup } from "#app/models/store/editing/setting-fields.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import {
  changeLines,
  noticeOf,
  resourceFormView,
  type ResourceVisit,
} from "./resource/resource-view.server.ts";

const CHANGES = {
  ...{ staffId: null, limit: 8 },
  filters: { actions: ["setting-group-changed"], about: "", from: null, before: null },
} as const;

export async function settingsView(
  visit: ResourceVisit & Readonly<{ group: SettingGroup }>,
  done: string | null,
): Promise<SettingsView> {
  const { one, group, actor } = visit;
  const [row, state, store, steps, notice] = await Promise.all([
    one.rows.find(group),
    findSettingState(),
    findStore(),
    listDeskLog({ ...CHANGES, subject: { kind: one.kind, id: group } }),
    noticeOf(one, done, actor),
  ]);
  const { fields, hidden } = await resourceFormView(visit, row, new URLSearchParams());
  const partOf = (name: string) => state.fields.find((field) => field.name === name)?.part ?? null;
  const parts = [...new Set(fields.map(({ name }) => partOf(name)?.title ?? null))];
  return {
    ...{ group, hidden },
    notice: notice && { ...notice, name: notice.name === group ? GROUP_TITLES[group] : notice.name },
    ...{ title: GROUP_TITLES[group], places: GROUP_PLACES[group], isChecked: isChecked(group) },
    groups: SETTING_GROUPS.map((key) => ({ key, title: GROUP_TITLES[key] })),
    labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    parts: parts.map((part) => ({
      title: part,
      fields: fields
        .filter(({ name }) => (partOf(name)?.title ?? null) === part)
        .map((field) => ({ ...field, label: partOf(field.name)?.label ?? field.label })),
    })),
    changes: steps.map((step) => ({
      ...{ id: step.id, by: step.staffName || "The shop’s own commands", at: dateTimeText(step.at, store) },
      lines: changeLines(one, step.changes, store),
      mayUndo: mayUndo(one, { step, now: row }, store),
    })),
  };
}
