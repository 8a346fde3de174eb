/** The Content-Security-Policy. Scripts and a style are named by hashes, so that a page can be stored with its policy. */
import { createHash, randomBytes } from "node:crypto";

import { config } from "#app/config.server.ts";
import { NO_HOSTS, type OpenedHosts } from "#app/http/session/consent-policy.server.ts";

export const FILE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `style`: the text of the page's own style. */
export function pagePolicy(
  hashes: ReadonlyArray<string>,
  hosts: OpenedHosts = NO_HOSTS,
  style?: string,
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hosts.script, ...hashes].join(" "),
    ["style-src 'self'", ...(style === undefined ? [] : [hashSource(style)])].join(" "),
    ["img-src 'self' data:", ...(config.images.origin ? [config.images.origin] : []), ...hosts.image].join(
      " ",
    ),
    "font-src 'self'",
    ["connect-src 'self'", ...hosts.connect].join(" "),
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ["form-action", ...FORM_TARGETS].join(" "),
    ...(config.isHttps ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** Browsers check the redirect after a form against this list, so the payment page must be on it. */
export const FORM_TARGETS: ReadonlyArray<string> = [
  "'self'",
  ...config.origins,
  ...(config.payment.pageOrigin ? [config.payment.pageOrigin] : []),
];

export type ScriptMark = Readonly<{ nonce: string; attribute: string }>;

const MARK_BYTES = 18;

/** A mark for one page while it is rendered. It never leaves the server. */
export function newScriptMark(): ScriptMark {
  const nonce = randomBytes(MARK_BYTES).toString("base64url");
  return { nonce, attribute: ` nonce="${nonce}"` };
}

const END = "</script>";
/** Data blocks are never run and need no permission. */
const NOT_RUN = /\btype="(?!module"|text\/javascript")/;

export function markedScriptHashes(html: string, { attribute }: ScriptMark): ReadonlyArray<string> {
  const hashes = new Set<string>();
  const opening = `<script${attribute}`;
  for (let at = html.indexOf(opening); at >= 0; at = html.indexOf(opening, at + 1)) {
    const from = html.indexOf(">", at) + 1;
    const attributes = html.slice(at, from);
    if (/\bsrc=/.test(attributes) || NOT_RUN.test(attributes)) continue;
    hashes.add(hashSource(html.slice(from, html.indexOf(END, from))));
  }
  return [...hashes];
}

export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
