/** Which pages a browser may fetch before anybody asks to see them, and which requests do so (decision 0030). */
import type { IncomingHttpHeaders } from "node:http";

import { addressAt } from "#app/models/platform/address-at.ts";
import { ADDRESSES, type Known } from "#app/models/platform/addresses.ts";
import { CLIENT_NAVIGATION_ATTRIBUTE } from "#app/models/platform/client-navigation.ts";

/** Public pages that are drawn ahead while a link to them is pointed at. */
const PRERENDERED = sectionsWith(({ ahead }) => ahead === "drawn");
/** Public pages that are only fetched, when a link to them is pressed. */
const PREFETCHED = sectionsWith(({ ahead }) => ahead === "fetched");
/** Forms that know their sender. */
const NEVER = sectionsWith(({ knowsSender }) => knowsSender === true);

/** The fixed parts of the addresses that say so themselves: "/p" of "p/:slug1". */
function sectionsWith(isSo: (known: Known) => boolean): ReadonlyArray<string> {
  const entries = Object.values(ADDRESSES).flat();
  const found = entries.flatMap(([pattern, , known]) => (known && isSo(known) ? [`/${pattern}`] : []));
  return [...new Set(found.map((path) => path.split("/:")[0] ?? path))].filter((path) => path !== "/");
}

const PURPOSE = /prefetch|prerender|preview/i;
const BY_SCRIPT = /[?&]_data=/;

export function isFetchedAhead({ headers }: Readonly<{ headers: Pick<Headers, "get"> }>): boolean {
  return isPurposeAhead(headers.get("Sec-Purpose"), headers.get("Purpose"));
}

/** For documents alone: false for data and files. */
export function isDocumentAhead({
  url = "",
  headers,
}: Readonly<{ url?: string | undefined; headers: IncomingHttpHeaders }>): boolean {
  const destination = headers["sec-fetch-dest"] ?? "document";
  return (
    isPurposeAhead(headers["sec-purpose"], headers["purpose"]) &&
    destination === "document" &&
    !BY_SCRIPT.test(url)
  );
}

function isPurposeAhead(
  ...purposes: ReadonlyArray<string | ReadonlyArray<string> | null | undefined>
): boolean {
  return PURPOSE.test(purposes.join(" "));
}

/** True for a page whose request changes and counts nothing. */
export function mayBeFetchedAhead(pathname: string): boolean {
  const { ahead, knowsSender } = addressAt(pathname);
  return ahead !== "never" && !knowsSender;
}

/**
 * The speculation rules of the shop (wicg.github.io/nav-speculation/speculation-rules.html). An address with a query is
 * drawn ahead for products alone, whose query is the colour: each combination of a list's filters would be a page to make.
 */
export function speculationRules() {
  const withoutQuery = PRERENDERED.map((section) => ({ pathname: below(section), search: "" }));
  const drawn = [{ pathname: "/", search: "" }, ...withoutQuery, { pathname: below("/p"), search: "*" }];
  const fetched = [...PRERENDERED, ...PREFETCHED].map((section) => ({
    pathname: below(section),
    search: "*",
  }));
  return {
    prerender: [{ where: matching(drawn), eagerness: "moderate" }],
    prefetch: [{ where: matching([{ pathname: "/", search: "*" }, ...fetched]), eagerness: "conservative" }],
  };
}

/** As URLPattern writes it: the section itself and everything below it. */
function below(section: string): string {
  return `${section}{/*}?`;
}

function matching(addresses: ReadonlyArray<Readonly<{ pathname: string; search: string }>>) {
  return {
    and: [
      { href_matches: addresses },
      { not: { href_matches: NEVER.map((section) => ({ pathname: below(section), search: "*" })) } },
      { not: { selector_matches: `html[${CLIENT_NAVIGATION_ATTRIBUTE}] a, a[href*="#"], a[download]` } },
    ],
  };
}
