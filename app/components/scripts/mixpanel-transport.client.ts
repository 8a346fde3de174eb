/**
 * Replaces the request methods of Mixpanel's library, which keeps its own queue. Four things differ (requirement
 * analytics-4): Retry-After is read, an event is sent five times at most, a lost connection is tried again like any
 * failure, and what is sent while the page closes is form-encoded too.
 */

const SENDS_MAX = 5;
const FORM = "application/x-www-form-urlencoded";
/** For a request without a response: the library backs off as for a 5xx. */
const NO_ANSWER = 504;
const REQUEST_MS = 90_000;

type Sent = Readonly<{ status: 0 | 1; httpStatusCode?: number; error?: string; retryAfter?: string }>;
type Callback = ((answer: Sent | number) => void) | null | undefined;
type Options = Readonly<{ transport?: string; timeout_ms?: number }> | null | undefined;
type Message = Readonly<{ properties?: Readonly<Record<string, unknown>> }>;

/** The two internal methods of version 2.83.0 that send requests. */
type Internals = {
  _encode_data_for_request(data: unknown): { data: string };
  _send_request(url: string, data: { data: string }, options: Options, callback: Callback): boolean;
};

/** `library` is a Mixpanel instance that has sent nothing yet. */
export function withOwnTransport(library: object): void {
  const internals = library as Internals;
  const sends = new Map<string, number>();
  const encode = internals._encode_data_for_request.bind(internals);
  // Encoding and sending happen in one task.
  let current: ReadonlyArray<string> = [];

  internals._encode_data_for_request = (data) => {
    const messages = (Array.isArray(data) ? data : [data]) as ReadonlyArray<Message>;
    const fresh = messages.filter((message) => (sends.get(insertIdOf(message)) ?? 0) < SENDS_MAX);
    current = fresh.map(insertIdOf);
    return encode(Array.isArray(data) ? fresh : data);
  };

  // eslint-disable-next-line max-params -- the library calls it so
  internals._send_request = (url, { data }, options, callback) => {
    const ids = current;
    const isTaken = () => ids.forEach((id) => sends.set(id, (sends.get(id) ?? 0) + 1));
    if (ids.length === 0) {
      // Out of tries: reported as sent, so that the library drops it.
      queueMicrotask(() => callback?.({ status: 1 }));
      return true;
    }
    const address = `${url}?verbose=1&ip=0&_=${Date.now()}`;
    const body = `data=${encodeURIComponent(data)}`;
    if (options?.transport?.toLowerCase() === "sendbeacon") {
      const isQueued = navigator.sendBeacon(address, new Blob([body], { type: FORM }));
      if (isQueued) isTaken();
      callback?.(isQueued ? 1 : 0);
      return isQueued;
    }
    void post(address, body, options?.timeout_ms ?? REQUEST_MS).then((answer) => {
      if (answer.status === 1) isTaken();
      callback?.(answer);
    });
    return true;
  };
}

function insertIdOf({ properties }: Message): string {
  const id = properties?.["$insert_id"];
  return typeof id === "string" ? id : "";
}

async function post(address: string, body: string, timeoutMs: number): Promise<Sent> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": FORM },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.text();
    if (answer.status === 200) return { status: 1 };
    const retryAfter = secondsOf(answer.headers.get("Retry-After"));
    return {
      status: 0,
      httpStatusCode: answer.status,
      error: `Bad HTTP status: ${answer.status}`,
      ...(retryAfter === null ? {} : { retryAfter }),
    };
  } catch {
    return { status: 0, httpStatusCode: NO_ANSWER, error: "no answer" };
  }
}

/** In seconds, also for a date. The library caps the wait at ten minutes. */
function secondsOf(header: string | null): string | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return header.trim();
  const seconds = Math.ceil((Date.parse(header) - Date.now()) / 1_000);
  return seconds > 0 ? String(seconds) : null;
}
