/** /robots.txt: what search engines need not look at, and where the sitemap is. */
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { paths } from "#app/paths.ts";

/**
 * Answers that are one visitor's own, and lists without end. Pages that are only not to be listed (the way into an
 * account, narrowed lists) are left out here: a robot must read them to learn that.
 */
const CLOSED = [
  "/account",
  "/api/",
  "/cart",
  "/checkout",
  "/compare",
  "/favourites",
  "/search",
  "/test-payment",
];

export function loader() {
  const lines = [
    "User-agent: *",
    ...CLOSED.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${shopOrigin()}${paths.sitemap()}`,
    "",
  ];
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };
  return new Response(lines.join("\n"), { headers });
}
