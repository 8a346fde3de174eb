import { config } from "#app/config.server.ts";
import {
  type AgreedServices,
  agreedServices,
  type BrowserAnalytics,
  type Consent,
  isLeftBehind,
  isQuietPage,
} from "#app/models/analytics/consent.ts";

import { endedCookie, sentName } from "./cookies.server.ts";
import { GUEST_MARKER_COOKIE } from "./guest-marker.server.ts";

/** More names than this are not the services' own. */
const ENDED_MAX = 20;

export function agreedFor(consent: Consent | null): AgreedServices | null {
  return agreedServices({ ...config.tags.services, analytics: browserAnalytics() }, consent);
}

function browserAnalytics(): BrowserAnalytics | null {
  const settings = config.analytics;
  if (!("key" in settings)) return null;
  const { provider, key } = settings;
  return { provider, key, isProduction: config.environment === "production" };
}

export function agreedIn(loaderData: Readonly<Record<string, unknown>>): AgreedServices | null | undefined {
  return (loaderData["root"] as Readonly<{ agreed: AgreedServices | null }> | undefined)?.agreed;
}

export type OpenedHosts = Readonly<{
  script: ReadonlyArray<string>;
  connect: ReadonlyArray<string>;
  image: ReadonlyArray<string>;
}>;

export const NO_HOSTS: OpenedHosts = { script: [], connect: [], image: [] };

export function openedHosts(agreed: AgreedServices | null | undefined, pathname: string): OpenedHosts {
  if (!agreed || isQuietPage(pathname)) return NO_HOSTS;
  const { tagManager, launcher, measuredAt } = config.tags.origins;
  const loaded = [...(agreed.tagManager ? tagManager : []), ...(agreed.launcher ? launcher : [])];
  const sentTo = [...loaded, ...(agreed.tagManager ? measuredAt : [])];
  return { script: unique(loaded), connect: unique(sentTo), image: unique(sentTo) };
}

function unique(origins: ReadonlyArray<string>): ReadonlyArray<string> {
  return [...new Set(origins)];
}

/** A cookie ends only under the domain it was set with: one text for the host and each domain above it. */
export function endedCookies(request: Request): ReadonlyArray<string> {
  const names = cookieNames(request).filter(isLeftBehind);
  return [...new Set(names)]
    .slice(0, ENDED_MAX)
    .flatMap((name) => DOMAINS.map((domain) => `${name}=; Path=/; Max-Age=0${domain}`));
}

/** Ends the guest marker (requirement marketing-1) once marketing is refused; a missing answer does not. */
export function refusedCookies(request: Request, { marketing }: Consent): ReadonlyArray<string> {
  const isMarked = !marketing && cookieNames(request).includes(sentName(GUEST_MARKER_COOKIE));
  return isMarked ? [endedCookie(GUEST_MARKER_COOKIE)] : [];
}

function cookieNames(request: Request): ReadonlyArray<string> {
  const pairs = (request.headers.get("Cookie") ?? "").split(";");
  return pairs.map((pair) => pair.split("=", 1)[0]?.trim() ?? "").filter((name) => /^[\w.-]+$/.test(name));
}

const DOMAINS: ReadonlyArray<string> = ["", ...domainsAbove(new URL(config.origin).hostname)];

/** "; Domain=shop.example" for www.shop.example; nothing for IP addresses and single names. */
function domainsAbove(host: string): ReadonlyArray<string> {
  const labels = host.split(".");
  if (labels.length < 2 || /^[\d.]+$|:/.test(host)) return [];
  return labels.slice(0, -1).map((_, place) => `; Domain=${labels.slice(place).join(".")}`);
}
