import { config } from "#app/config.server.ts";

import { idealPostcodes } from "./address-lookup-ideal-postcodes.server.ts";
import type { AddressLookupPort } from "./address-lookup-port.ts";

const noLookup: AddressLookupPort = { name: "none", find: async () => null };

let connected: AddressLookupPort | null = null;

export function addressLookup(): AddressLookupPort {
  connected ??= configured();
  return connected;
}

function configured(): AddressLookupPort {
  const { addressLookup: settings } = config;
  return settings === null ? noLookup : idealPostcodes(settings, { onFailure });
}

/** Only the last failure before the pause is mentioned: a dead service must not fill the log. */
function onFailure(error: unknown, isOpen: boolean): void {
  if (!isOpen) return;
  const message = error instanceof Error ? error.message : String(error);
  process.emitWarning(
    `The address look-up is left alone for a while: ${message.slice(0, 200)}`,
    "AddressLookupWarning",
  );
}
