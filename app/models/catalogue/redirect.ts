import { ok, refused, type Result } from "#app/models/shared/result.ts";

export type Redirect = Readonly<{
  /** A path of this shop without a query. */
  from: string;
  /** A path of this shop, with or without a query. */
  to: string;
  /** "owner": typed by the admin. "renamed": made when a slug changed. */
  source: "owner" | "renamed";
  /** ISO 8601. */
  createdAt: string;
}>;

const PATH_MAX_CHARACTERS = 1024;
/** Printable ASCII without backslash; an address encodes everything else. */
const PATH = /^\/(?!\/)[!-[\]-~]*$/;

/** The normalised pair of addresses, or why it is refused. */
export function redirectPair(
  from: string,
  to: string,
): Result<Readonly<{ from: string; to: string }>, "redirect-malformed" | "redirect-loop"> {
  const isPath = (path: string) =>
    path.length <= PATH_MAX_CHARACTERS && PATH.test(path) && !path.split(/[/?#]/).includes("..");
  if (!isPath(from) || /[?#]/.test(from) || redirectKey(from) === "/") {
    return refused("redirect-malformed", { address: from });
  }
  if (!isPath(to)) return refused("redirect-malformed", { address: to });
  if (redirectKey(from) === redirectKey(to)) return refused("redirect-loop", { chain: `${from} → ${to}` });
  return ok({ from, to });
}

/**
 * The key by which `path` is compared: decoded, in lower case, without query and closing slash, a plus as a space
 * (requirement routes-6). "/Old+Toys/?x=1" is "/old toys".
 */
export function redirectKey(path: string): string {
  const segments = (path.split(/[?#]/, 1)[0] ?? "").split("/").filter(Boolean);
  return `/${segments.map((segment) => decoded(segment.replaceAll("+", " ")).toLowerCase()).join("/")}`;
}

export type NextAddress = (key: string) => Promise<string | null> | string | null;

/** Every address from `from` on; the last redirects nowhere. `isLoop` if the last address was reached twice. */
export async function redirectChain(
  from: string,
  next: NextAddress,
): Promise<Readonly<{ addresses: ReadonlyArray<string>; isLoop: boolean }>> {
  const addresses = [from];
  const seen = new Set([redirectKey(from)]);
  for (let at = await next(redirectKey(from)); at !== null; at = await next(redirectKey(at))) {
    addresses.push(at);
    if (seen.has(redirectKey(at))) return { addresses, isLoop: true };
    seen.add(redirectKey(at));
  }
  return { addresses, isLoop: false };
}

/** `to` with the parameters of `search` ("?a=1") that it does not have itself. */
export function withQueryOf(to: string, search: string): string {
  const given = new URLSearchParams(search);
  const [path = "", own = ""] = to.split("?", 2);
  const query = new URLSearchParams(own);
  for (const [name, value] of given) if (!new URLSearchParams(own).has(name)) query.append(name, value);
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
