import { config } from "#app/config.server.ts";
import { newConnection } from "#app/services/connection.ts";
import type { Resilience } from "#app/services/outgoing/resilience.server.ts";

import { embeddedMarketing } from "./marketing-embedded.server.ts";
import { newOmnisendGuard } from "./marketing-omnisend-client.server.ts";
import { omnisendV3 } from "./marketing-omnisend-v3.server.ts";
import { omnisend } from "./marketing-omnisend.server.ts";
import type { MarketingPort, Pace } from "./marketing-port.ts";

type Connect = (pace: Pace) => MarketingPort;

const connection = newConnection(configured);

export function marketing(pace: Pace): MarketingPort {
  return connection.current()(pace);
}

export const connectMarketing = connection.connect;

function configured(): Connect {
  const settings = config.marketing;
  if (settings.provider === "embedded") return () => embeddedMarketing;
  const guard: Resilience = newOmnisendGuard();
  const adapter = settings.provider === "omnisend-v3" ? omnisendV3 : omnisend;
  return (pace) => adapter({ settings, guard, pace });
}
