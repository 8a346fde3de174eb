/** What a request must look like before anything of the shop sees it: host, address, method and size of its body. */
import type { IncomingMessage } from "node:http";

import { config } from "#app/config.server.ts";

import { WEBHOOK_PATH } from "./csrf.server.ts";
import type { Rejection } from "./error-response.server.ts";

/** Asked again and again by machines that know the shop by another name. */
const PROBES = ["/health", "/ready"];

/** True for addresses by which machines watch over the shop: they have no limits and make no noise. */
export function isProbe(pathname: string): boolean {
  return PROBES.includes(pathname);
}

const URL_MAX_CHARACTERS = 2_048;
/** The deepest address of the shop has seven segments; matching costs more with each. */
const SEGMENTS_MAX = 24;
const BODY_MAX_BYTES = 65_536;
const WEBHOOK_BODY_MAX_BYTES = 262_144;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
export const ALLOW = METHODS.join(", ");

/** Largest body, in bytes, that `pathname` takes. */
export function bodyMaxBytes(pathname: string): number {
  return pathname === WEBHOOK_PATH ? WEBHOOK_BODY_MAX_BYTES : BODY_MAX_BYTES;
}

/** The first thing wrong with `request`, or null. */
export function malformation(request: IncomingMessage, pathname: string): Rejection | null {
  return (
    wrongMethod(request.method ?? "") ??
    wrongAddress(request.url ?? "") ??
    wrongHost(request, pathname) ??
    wrongBody(request, pathname)
  );
}

function wrongMethod(method: string): Rejection | null {
  return METHODS.includes(method) ? null : METHOD_NOT_ALLOWED;
}

function wrongAddress(url: string): Rejection | null {
  if (url.length > URL_MAX_CHARACTERS) return ADDRESS_TOO_LONG;
  const path = url.split("?", 1)[0] ?? "";
  if (!path.startsWith("/") || /\/\/|\\|%5c|#/i.test(path) || /%00/.test(url)) return ADDRESS_MALFORMED;
  if (path.split("/").length > SEGMENTS_MAX) return ADDRESS_MALFORMED;
  return isDecodable(path) ? null : ADDRESS_MALFORMED;
}

// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const HIDDEN_CHARACTERS = /[\u0000-\u001f\u007f\\]/;

function isDecodable(path: string): boolean {
  if (!path.includes("%") && !path.includes("/.")) return true;
  try {
    const decoded = decodeURIComponent(path);
    return (
      !HIDDEN_CHARACTERS.test(decoded) && !decoded.split(/[/;]/).some((part) => part === ".." || part === ".")
    );
  } catch {
    return false;
  }
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** The shop's own names, with and without the port that the scheme implies. */
const allowedHosts = new Set(
  config.origins.flatMap((origin) => {
    const { host, port, protocol } = new URL(origin);
    return port === "" ? [host, `${host}:${DEFAULT_PORTS[protocol] ?? ""}`] : [host];
  }),
);

function wrongHost(request: IncomingMessage, pathname: string): Rejection | null {
  if (countHeader(request.rawHeaders, "host") > 1) return ADDRESS_MALFORMED;
  if (isProbe(pathname) || allowedHosts.has((request.headers.host ?? "").toLowerCase())) return null;
  return WRONG_HOST;
}

/** Node keeps the first of two Host headers and drops the other; whoever sends two wants them told apart wrongly. */
function countHeader(rawHeaders: ReadonlyArray<string>, name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}

function wrongBody(request: IncomingMessage, pathname: string): Rejection | null {
  if (request.headers["transfer-encoding"] !== undefined && pathname !== WEBHOOK_PATH) return LENGTH_REQUIRED;
  return Number(request.headers["content-length"] ?? 0) > bodyMaxBytes(pathname) ? BODY_TOO_LARGE : null;
}

const METHOD_NOT_ALLOWED: Rejection = {
  status: 405,
  reason: "method_not_allowed",
  title: "That is not possible here",
  message: "The shop does not know this kind of request.",
  headers: { Allow: ALLOW },
};

const ADDRESS_TOO_LONG: Rejection = {
  status: 414,
  reason: "address_too_long",
  title: "That address is too long",
  message: "No page of the shop has an address as long as this.",
};

const ADDRESS_MALFORMED: Rejection = {
  status: 400,
  reason: "address_malformed",
  title: "That address cannot be read",
  message: "Something in it is not as it should be. It may have been cut or changed on its way.",
};

const WRONG_HOST: Rejection = {
  status: 421,
  reason: "wrong_host",
  title: "There is no shop at this address",
  message: "This server does not answer under the name that was asked for.",
};

const LENGTH_REQUIRED: Rejection = {
  status: 411,
  reason: "length_required",
  title: "The form could not be read",
  message: "It came without saying how long it is. Go back and send it again.",
};

const BODY_TOO_LARGE: Rejection = {
  status: 413,
  reason: "body_too_large",
  title: "That is too much at once",
  message: "What was sent is larger than any form of the shop. Go back and shorten it.",
};
