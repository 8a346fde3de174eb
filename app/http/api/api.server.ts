import { json, type LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";

import { isUnavailable } from "#app/db/dialect.server.ts";
import { NO_STORE } from "#app/http/cache/policy.server.ts";
import { retryAfterHeader } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { noteFailure } from "#app/http/server/db-health.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { type RepeatedCall, repeatedCall } from "#app/models/cart/repeated-call.server.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";

import { readJsonBody } from "./body.server.ts";
import type { ApiCall } from "./call.ts";
import { type ApiVisitor, readVisitor } from "./customer.server.ts";
import { type ApiErrorCode, apiErrorStatus, errorJson } from "./error-json.ts";
import { inMarketOfCall } from "./market.server.ts";
import { plainEnglish, zodErrorText } from "./problem-text.ts";
import { readSessionVisitor, type SessionVisitor } from "./session.server.ts";

const COME_BACK_SECONDS = 30;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
/** Unknown parameters that an answer names. */
const NAMED_MAX = 20;

type Parsed<Schema> = Schema extends z.ZodTypeAny ? z.output<Schema> : null;

export type ApiRequest<Call extends ApiCall> = Readonly<{
  params: Readonly<Record<string, string | undefined>>;
  query: Parsed<Call["query"]>;
  body: Parsed<Call["body"]>;
  visitor: Call["token"] extends "needed"
    ? ApiVisitor
    : Call["token"] extends "optional"
      ? ApiVisitor | null
      : Call["token"] extends "session"
        ? SessionVisitor
        : null;
  address: string;
  userAgent: string;
  now: Date;
  /** Names in the query that the call does not know. */
  unknownParameters: ReadonlyArray<string>;
  /** Null where none was sent, or the call takes none. */
  repeat: RepeatedCall | null;
}>;

type Command<Call extends ApiCall> = (
  requested: ApiRequest<Call>,
) => Promise<
  Result<
    z.input<Call["answer"]>,
    Call["refusals"][number] | "rate-limited" | "invalid-request" | "idempotency-key-reused"
  >
>;

export type ApiCommands<Calls extends Readonly<Record<string, ApiCall>>> = {
  readonly [Id in keyof Calls]: Command<Calls[Id]>;
};

type NamedCall = ApiCall & Readonly<{ id: string }>;
type Endpoint = (args: LoaderFunctionArgs) => Promise<Response>;

/**
 * What answers each of `calls`, by its path. A command runs once the request is valid; its type allows only what the
 * call's description names.
 */
export function apiEndpoints<Calls extends Readonly<Record<string, ApiCall>>>(
  calls: Calls,
  commands: ApiCommands<Calls>,
): ReadonlyArray<readonly [path: string, endpoint: Endpoint]> {
  return Object.entries(calls).map(([id, call]) => [
    call.path,
    endpointOf({ id, ...call }, commands[id] as unknown as Command<ApiCall>),
  ]);
}

function endpointOf(call: NamedCall, command: Command<ApiCall>): Endpoint {
  return async ({ request, params }) => {
    try {
      const requested = await ask(call, request, params);
      const done = requested.ok
        ? await inMarketOfCall(requested.value, () => command(requested.value))
        : requested;
      return done.ok ? answer(done.value, call.status) : refuse(done);
    } catch (error) {
      logger.error(
        { id: request.headers.get("x-request-id"), call: call.id, err: error },
        "unexpected error",
      );
      return refuseFailed(error);
    }
  };
}

async function ask(
  call: NamedCall,
  request: Request,
  params: LoaderFunctionArgs["params"],
): Promise<Result<ApiRequest<ApiCall>, ApiErrorCode>> {
  if (!takes(call, request.method)) return refused("method-not-allowed", { allow: allowOf(call) });
  const now = new Date();
  const visitor = await readCaller(call, request, now);
  if (!visitor.ok) return visitor;
  const sent = Object.fromEntries(new URL(request.url).searchParams);
  const query = parse(call.query, sent);
  if (!query.ok) return query;
  const body = await readBody(call, request);
  if (!body.ok) return body;
  const address = clientAddress(request);
  const { id } = params;
  const allowed = await limitCall(call, `${address} ${id ?? ""}`);
  if (!allowed.ok) return allowed;
  // One cart's keys say nothing to another; where there is no cart yet, the network address keeps clients apart.
  const repeat = readRepeat(call, request, { owner: id ?? address, sent: [query.value, body.value] });
  if (!repeat.ok) return repeat;
  const userAgent = request.headers.get("User-Agent") ?? "";
  const requested = {
    params,
    query: query.value,
    body: body.value,
    visitor: visitor.value,
    address,
    userAgent,
    now,
    unknownParameters: Object.keys(sent)
      .filter((name) => !Object.hasOwn((call.query?.shape ?? {}) as object, name))
      .slice(0, NAMED_MAX),
    repeat: repeat.value,
  };
  return ok(requested as unknown as ApiRequest<ApiCall>);
}

async function readCaller({ token }: ApiCall, request: Request, now: Date) {
  return token === "session" ? ok(await readSessionVisitor(request)) : readVisitor(request, token, now);
}

async function limitCall({ limit: bucket }: ApiCall, key: string) {
  return bucket ? limit(bucket, key) : ok(null);
}

function readRepeat(
  { id, isRepeatable }: NamedCall,
  request: Request,
  { owner, sent }: Readonly<{ owner: string; sent: ReadonlyArray<unknown> }>,
): Result<RepeatedCall | null, "invalid-request"> {
  const key = isRepeatable ? request.headers.get("Idempotency-Key") : null;
  if (key === null) return ok(null);
  if (IDEMPOTENCY_KEY.test(key)) return ok(repeatedCall([id, owner, key], sent));
  return refused("invalid-request", { problem: "Idempotency-Key: must be 1 to 255 visible characters" });
}

function takes({ method }: ApiCall, requested: string): boolean {
  return requested === method || (method === "GET" && requested === "HEAD");
}

function allowOf({ method }: ApiCall): string {
  return method === "GET" ? "GET, HEAD" : method;
}

async function readBody({ body: schema }: ApiCall, request: Request) {
  if (!schema) return ok(null);
  const sent = await readJsonBody(request);
  return sent.ok ? parse(schema, sent.value) : sent;
}

function parse(schema: z.ZodTypeAny | undefined, value: unknown): Result<unknown, "invalid-request"> {
  if (!schema) return ok(null);
  const parsed = schema.safeParse(value, { errorMap: plainEnglish });
  if (parsed.success) return ok(parsed.data as unknown);
  return refused("invalid-request", { problem: zodErrorText(parsed.error) });
}

export function answer(data: unknown, status = 200): Response {
  return json(data, { status, headers: { "Cache-Control": NO_STORE } });
}

/** 503 for a failure of the database's state, 500 for any other. */
function refuseFailed(error: unknown): Response {
  if (!isUnavailable(error)) return refuse(refused("unexpected-error"));
  noteFailure(new Date());
  return refuse(refused("unavailable", { retryAfterSeconds: COME_BACK_SECONDS }));
}

export function refuse(refusal: Refusal<ApiErrorCode>): Response {
  const headers = new Headers({ "Cache-Control": NO_STORE, ...retryAfterHeader(refusal) });
  if (refusal.code === "method-not-allowed") headers.set("Allow", String(refusal.detail["allow"]));
  return json(errorJson(refusal), { status: apiErrorStatus(refusal.code), headers });
}
