/** Without a service: what is counted stays in the shop's own table, which the report reads. */
import type { AnalyticsPort } from "./analytics-port.ts";

const stay = { isOutside: false, send: async () => undefined, forward: null } as const;

export const embeddedAnalytics: AnalyticsPort = { name: "embedded", ...stay };

/** Nothing is counted at all. */
export const noAnalytics: AnalyticsPort = { name: "off", ...stay };
