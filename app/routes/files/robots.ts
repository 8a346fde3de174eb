/** /robots.txt: what search engines need not look at. */

const TEXT = `User-agent: *
Disallow: /cart
Disallow: /checkout
Disallow: /favourites
Disallow: /compare
Disallow: /test-payment
Disallow: /api/
Disallow: /search
`;

export function loader() {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };
  return new Response(TEXT, { headers });
}
