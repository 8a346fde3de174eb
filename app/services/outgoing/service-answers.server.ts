/** Lets one listener hear how outside services answer the shop's key, whatever adapter called them. */
import { AsyncLocalStorage } from "node:async_hooks";

export type OutsideService =
  | "payments"
  | "payment messages"
  | "email"
  | "search"
  | "content"
  | "marketing"
  | "addresses"
  | "analytics"
  | "page cache";

export type ServiceAnswer = Readonly<{
  service: OutsideService;
  /** What was requested, without ids: "POST checkout/sessions". */
  call: string;
  /** True for a refused, revoked or restricted key (401, 403), or where the shop itself is refused; false when it was good. */
  isRefused: boolean;
  /** HTTP status, or the reply code of a mail server. */
  status: number;
}>;

type Listener = (answer: ServiceAnswer) => Promise<void>;

let listener: Listener | null = null;

/** Null: nobody listens, as in commands. */
export function listenToServices(listen: Listener | null): void {
  listener = listen;
}

const probing = new AsyncLocalStorage<true>();

/** Calls of `work` only ask whether a service takes the key: nothing is lost when one is refused, and none is noted. */
export function whileProbing<Value>(work: () => Promise<Value>): Promise<Value> {
  return probing.run(true, work);
}

/** Never throws: what is noted about a call must not change it. A status that says nothing of the key is left out. */
export async function noteServiceAnswer(
  service: OutsideService,
  call: string,
  status: number,
): Promise<void> {
  const isRefused = isKeyRefusal(status);
  const saysNothing = isRefused ? probing.getStore() : status >= 500 || status === TOO_MANY;
  if (!saysNothing) await notify({ service, call, isRefused, status });
}

/**
 * A service takes the key and refuses for good what the shop asks, such as a currency that the account cannot take.
 * Ended by a good answer to the same call, which the adapter notes. Never throws.
 */
export function noteServiceRefusal(service: OutsideService, call: string, status: number): Promise<void> {
  return notify({ service, call, isRefused: true, status });
}

async function notify(answer: ServiceAnswer): Promise<void> {
  await listener?.(answer).catch((error: unknown) => {
    process.emitWarning(error instanceof Error ? error.message : String(error), "ServiceWarning");
  });
}

const TOO_MANY = 429;
/** RFC 9110, 15.5.2 and 15.5.4; of a mail server RFC 4954, 4.7.3 and 6, without 530, which a proxy answers too. */
const KEY_REFUSALS: ReadonlyArray<number> = [401, 403, 534, 535, 538];

export function isKeyRefusal(status: number | null): status is number {
  return status !== null && KEY_REFUSALS.includes(status);
}

/** "POST checkout/sessions" for POST /v1/checkout/sessions/cs_1: ids would be as many calls. */
export function callName(method: string, { pathname }: URL): string {
  const parts = pathname.split("/").filter((part) => /^[a-z_]{1,30}$/i.test(part));
  return `${method} ${parts.join("/")}`;
}
