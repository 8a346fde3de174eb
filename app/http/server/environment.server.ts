import { config } from "#app/config.server.ts";

/** True in a shop that serves shoppers, where developers' tools are not shown. */
export function isProduction(): boolean {
  return config.environment === "production";
}
