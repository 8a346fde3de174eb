import { config } from "#app/config.server.ts";
import { newConnection } from "#app/services/connection.ts";

import { cloudflare } from "./shared-cache-cloudflare.server.ts";
import { fastly } from "./shared-cache-fastly.server.ts";
import type { SharedCachePort } from "./shared-cache-port.ts";
import { varnish } from "./shared-cache-varnish.server.ts";

const noSharedCache: SharedCachePort = { name: "none", purge: async () => undefined };

const connection = newConnection(configured);

export const sharedCache = connection.current;
export const connectSharedCache = connection.connect;

function configured(): SharedCachePort {
  const settings = config.sharedCache;
  switch (settings.provider) {
    case "none":
      return noSharedCache;
    case "varnish":
      return varnish(settings.addresses);
    case "fastly":
      return fastly(settings);
    case "cloudflare":
      return cloudflare(settings);
  }
}
