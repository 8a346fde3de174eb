import { config } from "#app/config.server.ts";

export function isProduction(): boolean {
  return config.environment === "production";
}
