import { config } from "#app/config.server.ts";

/** Such as "https://shop.example": the first of ALLOWED_ORIGINS, without a slash at its end. */
export function configuredOrigin(): string {
  return config.origin;
}
