import type { Resilience } from "#app/services/outgoing/resilience.server.ts";
import { type Fetched, fetchBody } from "#app/services/outgoing/limited-fetch.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";
import { type AddressRules, pinnedAddress } from "#app/services/outgoing/public-address.server.ts";

import { SourceRefused, UnreadableImage } from "./image-errors.ts";

const MAX_BYTES = 10_000_000;
/** For everything together: names, redirects and the last byte. */
const PATIENCE_MS = 5_000;
const REDIRECTS_MAX = 3;

export type RemoteRules = AddressRules &
  Readonly<{
    origins: ReadonlyArray<string>;
    patienceMs?: number;
    guardOf?: (origin: string) => Resilience;
  }>;

/** Null: no answer. Throws SourceRefused for address, redirect or resolved name, UnreadableImage when too large. */
export async function fetchRemote(address: string, rules: RemoteRules): Promise<Uint8Array | null> {
  const patienceMs = rules.patienceMs ?? PATIENCE_MS;
  const signal = AbortSignal.timeout(patienceMs);
  let next = address;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const url = listed(next, rules.origins);
    const pinned = await pinnedAddress(url, rules, signal);
    if (pinned === "off-limits")
      throw new SourceRefused("The host of this image is not on the public internet");
    const answer = await ask(url, { address: pinned.address, signal, patienceMs, rules });
    if (answer?.status === 200) return answer.body;
    const target = answer && redirectOf(answer, url);
    if (!target) return null;
    next = target.href;
  }
  return null;
}

function listed(address: string, origins: ReadonlyArray<string>): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !origins.includes(url.origin) || url.username || url.password)
    throw new SourceRefused("Images come from listed hosts only");
  return url;
}

type Asking = Readonly<{
  address: string | null;
  signal: AbortSignal;
  patienceMs: number;
  rules: RemoteRules;
}>;

async function ask(url: URL, { address, signal, patienceMs, rules }: Asking): Promise<Fetched | null> {
  if (!address) return null;
  const fetching = () =>
    fetchBody(url, {
      method: "GET",
      headers: HEADERS,
      timeoutMs: patienceMs,
      maxBytes: MAX_BYTES,
      signal,
      address,
    });
  const answer = await (rules.guardOf?.(url.origin).call(fetching) ?? unguarded(fetching));
  if (answer.ok) return answer.value;
  if (isTooLong(answer.error)) throw new UnreadableImage("The image is too large");
  return null;
}

const HEADERS = { Accept: "image/avif,image/webp,image/jpeg,image/png", "Accept-Encoding": "identity" };

async function unguarded(fetching: () => Promise<Fetched>) {
  return fetching().then(
    (value) => ({ ok: true as const, value }),
    (error: unknown) => ({ ok: false as const, error }),
  );
}

/** True for an answer that is too long: the host is well, the image is not. */
export function isTooLong(error: unknown): boolean {
  return error instanceof OutgoingError && error.problem === "too-long";
}

function redirectOf({ status, headers }: Fetched, from: URL): URL | null {
  const location = headers.location ?? "";
  const isRedirect = status >= 300 && status < 400 && location !== "";
  return isRedirect && URL.canParse(location, from) ? new URL(location, from) : null;
}
