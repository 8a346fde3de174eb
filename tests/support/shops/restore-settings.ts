/**
 * The files of a worker share the modules that they load, so each file leaves settings, environment, spies and request
 * limits as it found them.
 */
import { afterAll, vi } from "vitest";

import { config } from "#app/config.server.ts";
import { clearRequestLimits } from "#app/http/server/rate-limit.server.ts";

const settings = Object.getOwnPropertyDescriptors(config);
const environment = { ...process.env };

afterAll(() => {
  Object.defineProperties(config, settings);
  clearRequestLimits();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env))
    if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
});
