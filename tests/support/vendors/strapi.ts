/** A local Strapi 4 or 5: two collections with drafts, accounts, its words for what it refuses, and misbehaviour. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { listen } from "#tests/support/shops/listening.ts";

export const STRAPI_TOKEN = "a-read-only-api-token-of-the-shop";
export const STRAPI_USER = { identifier: "ruth@example.org", password: "a-long-enough-password" };

type Fields = Readonly<Record<string, unknown>>;

/** As an editor sees it. Related entries and media are given as Strapi 5 sends them. */
export type FakeEntry = Readonly<{
  id: number;
  documentId: string;
  /** Null for a draft. */
  publishedAt: string | null;
  fields: Fields;
}>;

type Requested = Readonly<{ method: string; url: URL; authorization: string | null; body: Fields | null }>;
type Answer = Readonly<{ status: number; body: unknown; headers?: Readonly<Record<string, string>> }>;

export type FakeStrapi = Readonly<{
  version: 4 | 5;
  url: string;
  articles: Array<FakeEntry>;
  pages: Array<FakeEntry>;
  requests: Array<Requested>;
  /** In place of every further answer; null behaves again. */
  misbehave(how: ((response: ServerResponse) => void) | null): void;
  allowWriting(): void;
  stop(): Promise<void>;
}>;

export async function startStrapi(version: 4 | 5): Promise<FakeStrapi> {
  let misbehaviour: ((response: ServerResponse) => void) | null = null;
  let mayWrite = false;
  const requests: Array<Requested> = [];
  const collections = { articles: [] as Array<FakeEntry>, pages: [] as Array<FakeEntry> };
  const { url, close } = await listen((request, response) => {
    void read(request).then((requested) => {
      requests.push(requested);
      if (misbehaviour) {
        misbehaviour(response);
        return;
      }
      const { status, body, headers } = answerTo(requested, { version, collections, mayWrite });
      response.writeHead(status, { "Content-Type": "application/json", ...headers });
      response.end(JSON.stringify(body));
    });
  });
  return {
    version,
    url,
    ...collections,
    requests,
    misbehave: (how) => (misbehaviour = how),
    allowWriting: () => (mayWrite = true),
    stop: close,
  };
}

async function read(request: IncomingMessage): Promise<Requested> {
  const sent = await text(request);
  return {
    method: request.method ?? "GET",
    url: new URL(request.url ?? "/", "http://strapi"),
    authorization: request.headers.authorization ?? null,
    body: sent ? (JSON.parse(sent) as Fields) : null,
  };
}

type State = Readonly<{
  version: 4 | 5;
  collections: Readonly<Record<"articles" | "pages", Array<FakeEntry>>>;
  mayWrite: boolean;
}>;

const ERROR_NAMES: Readonly<Record<number, string>> = {
  400: "ValidationError",
  401: "UnauthorizedError",
  403: "ForbiddenError",
  404: "NotFoundError",
  429: "RateLimitError",
  500: "InternalServerError",
};

/** A refusal as both versions word it. */
function refused(status: number, message: string, details: unknown = {}): Answer {
  const name = ERROR_NAMES[status] ?? "ApplicationError";
  return { status, body: { data: null, error: { status, name, message, details } } };
}

function answerTo(requested: Requested, state: State): Answer {
  const path = requested.url.pathname;
  if (path.startsWith("/api/auth/") || path.startsWith("/api/users/")) return accountAnswer(requested);
  const name = /^\/api\/(articles|pages)$/.exec(path)?.[1] as "articles" | "pages" | undefined;
  if (!name) return refused(404, "Not Found");
  // A wrong token is refused even where strangers may read.
  if (requested.authorization !== `Bearer ${STRAPI_TOKEN}`)
    return refused(401, "Missing or invalid credentials");
  if (requested.method === "POST") {
    return state.mayWrite
      ? refused(400, 'Missing "data" payload in the request body')
      : refused(403, "Forbidden");
  }
  return listAnswer(requested.url.searchParams, state.collections[name], state.version);
}

function listAnswer(query: URLSearchParams, all: ReadonlyArray<FakeEntry>, version: 4 | 5): Answer {
  const asksForDrafts =
    version === 4 ? query.get("publicationState") === "preview" : query.get("status") === "draft";
  const seen = all.filter(({ publishedAt }) => asksForDrafts || publishedAt !== null);
  if (query.get("sort[0]") === "publishedAt:desc") {
    seen.sort((a, b) => (b.publishedAt ?? "").localeCompare(a.publishedAt ?? "") || b.id - a.id);
  }
  const page = Number(query.get("pagination[page]") ?? 1);
  const pageSize = Math.min(Number(query.get("pagination[pageSize]") ?? 25), 100);
  const shown = seen.slice((page - 1) * pageSize, page * pageSize);
  const isPopulated = query.get("populate") === "*";
  const data = shown.map((entry) =>
    version === 4 ? version4(entry, isPopulated) : version5(entry, isPopulated),
  );
  const pagination = { page, pageSize, pageCount: Math.ceil(seen.length / pageSize), total: seen.length };
  return { status: 200, body: { data, meta: { pagination } } };
}

const isRelated = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && "id" in value;

/** Without `populate` neither media nor related entries are sent. */
function sentFields({ fields, publishedAt }: FakeEntry, isPopulated: boolean): Array<[string, unknown]> {
  const dates = { createdAt: "2026-01-01T08:00:00.000Z", updatedAt: "2026-11-18T08:00:00.000Z", publishedAt };
  return Object.entries({ ...fields, ...dates }).filter(([, value]) => isPopulated || !isRelated(value));
}

function version5(entry: FakeEntry, isPopulated: boolean): unknown {
  const { id, documentId } = entry;
  return { id, documentId, ...Object.fromEntries(sentFields(entry, isPopulated)) };
}

function version4(entry: FakeEntry, isPopulated: boolean): unknown {
  const wrapped = sentFields(entry, isPopulated).map(([key, value]) => {
    if (!isRelated(value)) return [key, value] as const;
    const { id, ...attributes } = value as Fields;
    return [key, { data: { id, attributes } }] as const;
  });
  return { id: entry.id, attributes: Object.fromEntries(wrapped) };
}

const USER = {
  id: 1,
  documentId: "hgv1vny5cebq2l3czil1rpb3",
  username: "ruth",
  email: STRAPI_USER.identifier,
  provider: "local",
  confirmed: true,
  blocked: false,
};
export const STRAPI_JWT = "a.json.web-token";
const SESSION = { status: 200, body: { jwt: STRAPI_JWT, user: USER } };
const DONE = { status: 200, body: { ok: true } };

function accountAnswer({ method, url, authorization, body }: Requested): Answer {
  const isLoggedIn = authorization === `Bearer ${STRAPI_JWT}`;
  switch (`${method} ${url.pathname}`) {
    case "GET /api/users/me":
      return isLoggedIn ? { status: 200, body: USER } : refused(403, "Forbidden");
    case "POST /api/auth/local": {
      const isRight =
        body?.["identifier"] === STRAPI_USER.identifier && body["password"] === STRAPI_USER.password;
      return isRight ? SESSION : refused(400, "Invalid identifier or password");
    }
    case "POST /api/auth/local/register":
      return body?.["email"] === STRAPI_USER.identifier
        ? {
            status: 400,
            body: {
              data: null,
              error: {
                status: 400,
                name: "ApplicationError",
                message: "Email or Username are already taken",
                details: { errors: [{ path: ["email"], message: "taken", name: "ValidationError" }] },
              },
            },
          }
        : SESSION;
    // As Strapi 5 does: a call that only guests may make is refused where a token comes along.
    case "POST /api/auth/forgot-password":
      return authorization === null ? DONE : refused(403, "Forbidden");
    case "POST /api/auth/reset-password":
      return body?.["code"] === "right" ? SESSION : refused(400, "Incorrect code provided");
    case "POST /api/auth/change-password":
      return isLoggedIn ? SESSION : refused(403, "Forbidden");
    case "POST /api/auth/send-email-confirmation":
      if (authorization !== null) return refused(403, "Forbidden");
      return body?.["email"] === STRAPI_USER.identifier ? refused(400, "Already confirmed") : DONE;
    case "GET /api/auth/github/callback":
      return url.searchParams.get("access_token") === "from github" ? SESSION : refused(400, "Invalid token");
    default:
      return refused(404, "Not Found");
  }
}
