/** What follows from an agreement: which services a page starts, which hosts its policy opens, which cookies end. */
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

/** More names than this at once are not the services' doing. */
const ENDED_MAX = 20;

/** The services that a browser whose shopper gave `consent` may start, or null. */
export function agreedFor(consent: Consent | null): AgreedServices | null {
  return agreedServices({ ...config.tags.services, analytics: browserAnalytics() }, consent);
}

function browserAnalytics(): BrowserAnalytics | null {
  const settings = config.analytics;
  if (!("key" in settings)) return null;
  const { provider, key } = settings;
  return { provider, key, isProduction: config.environment === "production" };
}

/** The root's own answer in the data of a page: undefined where the root failed. */
export function agreedIn(loaderData: Readonly<Record<string, unknown>>): AgreedServices | null | undefined {
  return (loaderData["root"] as Readonly<{ agreed: AgreedServices | null }> | undefined)?.agreed;
}

/** Hosts that a page's policy opens beside the shop's own, by what they may be used for. */
export type OpenedHosts = Readonly<{
  script: ReadonlyArray<string>;
  connect: ReadonlyArray<string>;
  image: ReadonlyArray<string>;
}>;

export const NO_HOSTS: OpenedHosts = { script: [], connect: [], image: [] };

/** The hosts that the page at `pathname` opens: those of the services it starts, and none where nothing may run. */
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

/**
 * Set-Cookie texts that end what services left in this browser. They write under the shop's own name or under a domain
 * above it, and a cookie ends only under the name it was set with: all of them are sent.
 */
export function endedCookies(request: Request): ReadonlyArray<string> {
  const names = cookieNames(request).filter(isLeftBehind);
  return [...new Set(names)]
    .slice(0, ENDED_MAX)
    .flatMap((name) => DOMAINS.map((domain) => `${name}=; Path=/; Max-Age=0${domain}`));
}

/**
 * Set-Cookie texts that end what the shop itself keeps for marketing, once its shopper said no to that. The marker of those
 * who asked for letters (reading 15) ends with a no, not for want of a yes.
 */
export function refusedCookies(request: Request, { marketing }: Consent): ReadonlyArray<string> {
  const isMarked = !marketing && cookieNames(request).includes(sentName(GUEST_MARKER_COOKIE));
  return isMarked ? [endedCookie(GUEST_MARKER_COOKIE)] : [];
}

function cookieNames(request: Request): ReadonlyArray<string> {
  const pairs = (request.headers.get("Cookie") ?? "").split(";");
  return pairs.map((pair) => pair.split("=", 1)[0]?.trim() ?? "").filter((name) => /^[\w.-]+$/.test(name));
}

const DOMAINS: ReadonlyArray<string> = ["", ...domainsAbove(new URL(config.origin).hostname)];

/** "; Domain=shop.example" for www.shop.example and the like; nothing for numbers and single names. */
function domainsAbove(host: string): ReadonlyArray<string> {
  const labels = host.split(".");
  if (labels.length < 2 || /^[\d.]+$|:/.test(host)) return [];
  return labels.slice(0, -1).map((_, place) => `; Domain=${labels.slice(place).join(".")}`);
}
