/** Where the shop lives, for links that are written where no request is at hand. */
import { config } from "#app/config.server.ts";

/** Such as "https://shop.example": the first of ALLOWED_ORIGINS, without a slash at its end. */
export function configuredOrigin(): string {
  return config.origin;
}
