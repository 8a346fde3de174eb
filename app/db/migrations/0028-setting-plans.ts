import { createTables, type Migrating } from "./ddl.ts";

export async function createSettingPlans(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      setting_plans: `
        id SERIAL, group_key TEXT NOT NULL, changes TEXT NOT NULL, first_day TEXT NOT NULL, staff_name TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'applied', 'refused', 'withdrawn')),
        planned_at TEXT NOT NULL, ended_at TEXT`,
    },
    indexes: ["CREATE INDEX setting_plans_state ON setting_plans (state, first_day)"],
  });
}
