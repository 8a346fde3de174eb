import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

const TIMEOUT_MS = 5_000;
const ANSWER_MAX_BYTES = 65_536;

type PurgeCall = Readonly<{ method?: string; headers: Readonly<Record<string, string>>; body?: string }>;

/** Throws OutgoingError unless the answer is 200. */
export async function callPurge(url: URL, { method = "POST", headers, body }: PurgeCall): Promise<string> {
  const { status, text, retryAfterMs } = await fetchText(url, {
    service: "page cache",
    method,
    headers: { ...headers, "Content-Length": Buffer.byteLength(body ?? "") },
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_MAX_BYTES,
  });
  if (status === 200) return text;
  throw new OutgoingError("refused", `${url.host} answered the purge with ${status}`, {
    status,
    retryAfterMs,
  });
}
