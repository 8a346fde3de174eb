import { cacheControlFor, NO_STORE } from "#app/http/cache/policy.server.ts";
import { encodedBody, type Page } from "#app/http/cache/render-cache.server.ts";
import { bestEncoding, matchesTag } from "#app/http/server/content-negotiation.server.ts";
import { markedScriptHashes, pagePolicy, type ScriptMark } from "#app/http/server/csp.server.ts";
import { isDeskPath } from "#app/http/server/desk-host.server.ts";
import { addressAt } from "#app/models/platform/address-at.ts";
import { paths } from "#app/paths.ts";
import { NO_HOSTS, type OpenedHosts } from "#app/http/session/consent-policy.server.ts";

export type PageAnswer = Readonly<{ request: Request; status: number; headers: Headers; page: Page }>;

type Drawn = Readonly<{
  /** The mark of the shop's own scripts, which is not sent. Without it no inline script may run. */
  mark?: ScriptMark;
  hosts?: OpenedHosts;
  /** The text of its style. */
  style?: string | undefined;
}>;

export function newPage(key: string, html: string, { mark, hosts = NO_HOSTS, style }: Drawn = {}): Page {
  const sent = mark ? html.replaceAll(mark.attribute, "") : html;
  return {
    key,
    policy: pagePolicy(mark ? markedScriptHashes(html, mark) : [], hosts, style),
    bodies: { drawn: new TextEncoder().encode(sent) },
    uses: 0,
    isSmall: false,
  };
}

export function isStorable(request: Request, status: number): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && status < 500 && !addressAt(new URL(request.url).pathname).isPersonal;
}

export function pageResponse({ request, status, headers, page }: PageAnswer): Response {
  const isStored = isStorable(request, status);
  const encoding = bestEncoding(request.headers.get("Accept-Encoding"));
  headers.set("Content-Security-Policy", page.policy);
  headers.set("Vary", "Accept-Encoding, Cookie, Save-Data, Sec-GPC");
  setCacheControl(headers, request, status);
  if (request.headers.get("Save-Data") !== "on" && !isDeskPath(new URL(request.url).pathname))
    headers.set("Speculation-Rules", `"${paths.speculationRules()}"`);

  if (isStored && status === 200) {
    const isSmall = page.isSmall && encoding === "br";
    headers.set("ETag", `"${page.key}-${encoding}${isSmall ? "-small" : ""}"`);
    // The key names the content, whatever its encoding.
    if (matchesTag(request.headers.get("If-None-Match"), (tag) => tag.startsWith(`${page.key}-`))) {
      return new Response(null, { status: 304, headers });
    }
  }
  const body = encodedBody(page, encoding);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(body.byteLength));
  // Always set, so that remix-serve's compression leaves the body alone.
  headers.set("Content-Encoding", encoding);
  if (encoding === "identity") headers.delete("Content-Encoding");
  return new Response(body, { status, headers });
}

/** The browser may keep answers to forms of the information section too, for Back and Forward (requirement routes-8). */
function setCacheControl(headers: Headers, request: Request, status: number): void {
  const { pathname } = new URL(request.url);
  const isForBack = status < 500 && addressAt(pathname).kind === "information";
  const isStored = isForBack || isStorable(request, status);
  if (isStored && headers.has("Cache-Control")) return;
  headers.set("Cache-Control", isStored ? cacheControlFor(pathname) : NO_STORE);
}
