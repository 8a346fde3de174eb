import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findSettingState } from "#app/models/store/editing/change-settings.server.ts";
import {
  isSecretKnown,
  isShopInUse,
  replacingWarning,
  rememberSecret,
  SECRET_MARK,
  secretsLine,
} from "#scripts/secret-mark.ts";
import { cartWith, parcelVariant } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

test("secrets that are not those of the last start are noticed, and remembered from the next on", async () => {
  expect([await isSecretKnown(), await isShopInUse()]).toEqual([true, false]);
  await rememberSecret();
  expect(await secretsLine()).toMatchObject({ verdict: "ok" });

  await db().updateTable("settings").set({ value: '"others"' }).where("key", "=", SECRET_MARK).execute();
  await cartWith({ [await parcelVariant(1)]: 1 });

  expect([await isSecretKnown(), await isShopInUse()]).toEqual([false, true]);
  expect(await secretsLine()).toMatchObject({ verdict: "warn" });
  await rememberSecret();
  expect(await isSecretKnown()).toBe(true);
  expect(await findSettingState()).toMatchObject({ rows: { currency: "GBP" } });
});

test("a setting that replaces lost secrets is named at each start after the first", async () => {
  await db().deleteFrom("settings").where("key", "=", SECRET_MARK).execute();
  expect(await replacingWarning()).toBeNull();
  await rememberSecret();
  expect(await replacingWarning()).toContain("no secrets are lost: take it out of the settings");

  await db().updateTable("settings").set({ value: '"others"' }).where("key", "=", SECRET_MARK).execute();
  expect(await replacingWarning()).toContain(
    "the lost secrets are replaced now: take it out of the settings",
  );
});
