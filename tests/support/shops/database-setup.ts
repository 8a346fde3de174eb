/**
 * Tests with a database: nouns are joined to their listeners, as in the server. The files of a worker share the modules
 * that they load, so each file leaves settings, environment and request limits as it found them.
 */
import { afterAll } from "vitest";

import { config } from "#app/config.server.ts";
import { clearRequestLimits } from "#app/http/server/rate-limit.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { startClock } from "#tests/support/now.ts";

registerListeners();
startClock();

const settings = { ...config };
const environment = { ...process.env };

afterAll(() => {
  Object.assign(config, settings);
  clearRequestLimits();
  for (const name of Object.keys(process.env))
    if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
});
