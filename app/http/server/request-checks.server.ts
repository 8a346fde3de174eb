import type { IncomingMessage } from "node:http";

import { config } from "#app/config.server.ts";
import { pathOf } from "#app/http/request/target.ts";
import { IMPORT_FORM_MAX_BYTES } from "#app/models/desk/files/import-kinds.ts";
import { addressAt } from "#app/models/platform/address-at.ts";
import { PHOTO_FORM_MAX_BYTES } from "#app/models/review/photo.ts";

import { hostsOf, isDeskHost, isDeskPath, NOT_AT_DESK } from "./desk-host.server.ts";
import type { Rejection } from "./error-response.server.ts";

const DESK_FILES = /^\/(?:assets|image)\/|^\/[\w.-]+\.(?:ico|svg|png|webmanifest)$/;

const URL_MAX_CHARACTERS = 2_048;
/** The deepest address of the shop has seven segments, and matching costs more with each. */
const SEGMENTS_MAX = 24;
const BODY_MAX_BYTES = 65_536;
const WEBHOOK_BODY_MAX_BYTES = 262_144;
/** More than two full batches of analytics events of 1.5 kB each. */
export const INGEST_MAX_BYTES = 262_144;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
export const ALLOW = METHODS.join(", ");

const MULTIPART = /^multipart\/form-data\b/i;

export function bodyMaxBytes(pathname: string, type = ""): number {
  const { accepts } = addressAt(pathname);
  if (accepts === "payments") return WEBHOOK_BODY_MAX_BYTES;
  if (accepts === "events") return INGEST_MAX_BYTES;
  if (!accepts || !MULTIPART.test(type)) return BODY_MAX_BYTES;
  return accepts === "tables" ? IMPORT_FORM_MAX_BYTES : PHOTO_FORM_MAX_BYTES;
}

export function malformation(request: IncomingMessage, pathname: string): Rejection | null {
  return (
    wrongMethod(request.method ?? "", pathname) ??
    wrongLength(request.url ?? "") ??
    withoutDoubleSlash(request) ??
    wrongAddress(request.url ?? "") ??
    wrongHost(request, pathname) ??
    wrongBody(request, pathname)
  );
}

/** OPTIONS of the API is refused by the call itself, whose Allow names what it takes. */
function wrongMethod(method: string, pathname: string): Rejection | null {
  const isOfApi = method === "OPTIONS" && addressAt(pathname).audience === "program";
  return isOfApi || METHODS.includes(method) ? null : METHOD_NOT_ALLOWED;
}

function wrongLength(url: string): Rejection | null {
  return url.length > URL_MAX_CHARACTERS ? ADDRESS_TOO_LONG : null;
}

function wrongAddress(url: string): Rejection | null {
  const path = pathOf(url);
  if (!path.startsWith("/") || /\/\/|\\|%5c|#/i.test(path) || /%00/.test(url)) return ADDRESS_MALFORMED;
  if (path.split("/").length > SEGMENTS_MAX) return ADDRESS_MALFORMED;
  return isDecodable(path) ? null : ADDRESS_MALFORMED;
}

const PAGES_OF_FILES = /^\/+(?:assets|image|api)\//;

/** What a link made of "/" and "/c/prams" asks for. */
function withoutDoubleSlash({ url = "", method }: IncomingMessage): Rejection | null {
  const path = pathOf(url);
  if (method !== "GET" || !path.startsWith("/") || !path.includes("//") || PAGES_OF_FILES.test(path))
    return null;
  const target = path.replace(/\/{2,}/g, "/") + url.slice(path.length);
  return wrongAddress(target) === null ? { ...MOVED, headers: { Location: target } } : null;
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

const allowedHosts = new Set(
  [...config.origins, ...(config.deskOrigin === null ? [] : [config.deskOrigin])].flatMap(hostsOf),
);

function wrongHost(request: IncomingMessage, pathname: string): Rejection | null {
  if (countHeader(request.rawHeaders, "host") > 1) return ADDRESS_MALFORMED;
  if (addressAt(pathname).isProbe) return null;
  if (!allowedHosts.has((request.headers.host ?? "").toLowerCase())) return WRONG_HOST;
  const isAtDesk = isDeskPath(pathname) || DESK_FILES.test(pathname);
  return isDeskHost(request.headers.host) && !isAtDesk ? NOT_AT_DESK : null;
}

/** Node keeps the first of two Host headers and drops the other, so they are counted. */
function countHeader(rawHeaders: ReadonlyArray<string>, name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}

function wrongBody(request: IncomingMessage, pathname: string): Rejection | null {
  const isWithoutLength = request.headers["transfer-encoding"] !== undefined;
  if (isWithoutLength && addressAt(pathname).accepts !== "payments") return LENGTH_REQUIRED;
  const maximum = bodyMaxBytes(pathname, request.headers["content-type"]);
  return Number(request.headers["content-length"] ?? 0) > maximum ? BODY_TOO_LARGE : null;
}

const METHOD_NOT_ALLOWED: Rejection = {
  status: 405,
  reason: "method_not_allowed",
  title: "That does not work here",
  message: "Our shop does not support this kind of request.",
  headers: { Allow: ALLOW },
};

const MOVED: Rejection = {
  status: 301,
  reason: "double_slash",
  title: "This address has one slash too many",
  message: "The page is at the same address without it.",
};

const ADDRESS_TOO_LONG: Rejection = {
  status: 414,
  reason: "address_too_long",
  title: "That address is too long",
  message: "None of our pages has an address this long. Check it, or start from the home page.",
};

const ADDRESS_MALFORMED: Rejection = {
  status: 400,
  reason: "address_malformed",
  title: "We could not read that address",
  message: "Part of it is wrong. It may have been cut short or changed. Check it and try again.",
};

const WRONG_HOST: Rejection = {
  status: 421,
  reason: "wrong_host",
  title: "There is no shop at this address",
  message: "This server does not serve a shop under that name.",
};

const LENGTH_REQUIRED: Rejection = {
  status: 411,
  reason: "length_required",
  title: "We could not read the form",
  message: "It did not say how long it was. Go back and send it again.",
};

const BODY_TOO_LARGE: Rejection = {
  status: 413,
  reason: "body_too_large",
  title: "That is too much to send",
  message: "What you sent is larger than we accept. Go back and shorten it.",
};
