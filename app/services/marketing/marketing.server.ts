import { config } from "#app/config.server.ts";
import type { Resilience } from "#app/services/outgoing/resilience.server.ts";

import { embeddedMarketing } from "./marketing-embedded.server.ts";
import { newOmnisendGuard } from "./marketing-omnisend-client.server.ts";
import { omnisendV3 } from "./marketing-omnisend-v3.server.ts";
import { omnisend } from "./marketing-omnisend.server.ts";
import type { MarketingPort, Pace } from "./marketing-port.ts";

type Connect = (pace: Pace) => MarketingPort;

let connected: Connect | null = null;

export function marketing(pace: Pace): MarketingPort {
  connected ??= configured();
  return connected(pace);
}

/** Null brings the configured one back. For tests. */
export function connectMarketing(connect: Connect | null): void {
  connected = connect;
}

function configured(): Connect {
  const settings = config.marketing;
  if (settings.provider === "embedded") return () => embeddedMarketing;
  const guard: Resilience = newOmnisendGuard();
  const adapter = settings.provider === "omnisend-v3" ? omnisendV3 : omnisend;
  return (pace) => adapter({ settings, guard, pace });
}
