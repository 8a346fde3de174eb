/** Guards pages that are content: a copy that is too old is not shown (requirement content-2). */
import { textAnswer } from "#app/http/response/responses.server.ts";
import { isContentCurrent } from "#app/models/content/content.server.ts";

/** Retry-After, in seconds: the content server is polled once a minute. */
const COME_BACK_SECONDS = 60;
const WORDS =
  "Our journal and information pages are not available at the moment. The rest of the shop is open. Please try again in a few minutes.";

/** Throws 503 if the copy is a day old, or if there is none. */
export async function requireContent(): Promise<void> {
  if (await isContentCurrent()) return;
  throw textAnswer(503, WORDS, { "Retry-After": String(COME_BACK_SECONDS) });
}
