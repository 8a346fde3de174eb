/** Stands before every page that is content itself: what nobody vouches for any more is not shown. */
import { isContentCurrent } from "#app/models/content/content.server.ts";

/** When to ask again, in seconds: the content server is asked about once a minute. */
const COME_BACK_SECONDS = 60;
const WORDS =
  "Our journal and information pages are kept on another machine, which does not answer just now. The shop itself is open. Please try again in a few minutes.";

/** Throws 503 when the content server has been away for a day, or has never answered yet. */
export async function requireContent(): Promise<void> {
  if (await isContentCurrent()) return;
  throw new Response(WORDS, {
    status: 503,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Retry-After": String(COME_BACK_SECONDS) },
  });
}
