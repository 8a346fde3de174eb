/** The demo shop's settings, for rules that need a store. */
import { readFileSync } from "node:fs";

import { storeFrom } from "#app/models/store/from-settings.ts";
import { readStoreSettings } from "#app/models/store/settings.ts";
import type { Store } from "#app/models/store/store.ts";

export const demoStore: Store = storeFrom(
  readStoreSettings(JSON.parse(readFileSync("content/catalogue/store.json", "utf8"))),
);
