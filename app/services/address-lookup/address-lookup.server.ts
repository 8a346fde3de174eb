import { config } from "#app/config.server.ts";
import { newConnection } from "#app/services/connection.ts";
import { warnWhenLeftAlone } from "#app/services/outgoing/resilience.server.ts";

import { idealPostcodes } from "./address-lookup-ideal-postcodes.server.ts";
import type { AddressLookupPort } from "./address-lookup-port.ts";

const noLookup: AddressLookupPort = { name: "none", find: async () => null };

export const addressLookup = newConnection(configured).current;

function configured(): AddressLookupPort {
  const { addressLookup: settings } = config;
  const onFailure = warnWhenLeftAlone("The address look-up", "AddressLookupWarning");
  return settings === null ? noLookup : idealPostcodes(settings, { onFailure });
}
