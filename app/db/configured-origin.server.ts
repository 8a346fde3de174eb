import { config } from "#app/config.server.ts";

/** Such as "https://shop.example": the first of ALLOWED_ORIGINS, without a slash at its end. */
export function configuredOrigin(): string {
  return config.origin;
}

/** True for any host under which the shop is reached; a host of the desk's own is none. */
export function isShopHost(host: string): boolean {
  return config.origins.some((origin) => new URL(origin).host === host);
}
