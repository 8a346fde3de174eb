import { config } from "#app/config.server.ts";
import { canHavePasskeys, type PasskeySite } from "#app/models/passkey/passkey.ts";

/** Null where a browser makes none: at a network address. */
export function passkeySite(place: "shop" | "desk"): PasskeySite | null {
  const origins = place === "desk" && config.deskOrigin !== null ? [config.deskOrigin] : config.origins;
  const rpId = new URL(origins[0] ?? config.origin).hostname;
  return canHavePasskeys(rpId) ? { rpId, origins: origins.filter((origin) => isWithin(origin, rpId)) } : null;
}

/** A passkey of shop.example works at www.shop.example too. */
function isWithin(origin: string, rpId: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === rpId || hostname.endsWith(`.${rpId}`);
}
