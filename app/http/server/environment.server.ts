/** What a page may know about the environment it runs in. */
import { config } from "#app/config.server.ts";

/** True in a shop that serves shoppers: tools for those who build it are not shown there. */
export function isProduction(): boolean {
  return config.environment === "production";
}
