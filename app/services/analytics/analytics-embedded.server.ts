import type { AnalyticsPort } from "./analytics-port.ts";

const stay = { isOutside: false, send: async () => undefined, forward: null } as const;

export const embeddedAnalytics: AnalyticsPort = { name: "embedded", ...stay };

export const noAnalytics: AnalyticsPort = { name: "off", ...stay };
