import { shopOrigin } from "#app/http/request/origin.server.ts";
import { paths } from "#app/paths.ts";

/** Personal pages and endless lists. Pages with noindex must stay open, because a bot has to read them to learn it. */
const CLOSED = [
  "/account",
  "/api/",
  "/cart",
  "/checkout",
  "/compare",
  "/favourites",
  "/gift-lists",
  "/list/",
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
