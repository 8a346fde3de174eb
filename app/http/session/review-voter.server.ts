import { randomBytes } from "node:crypto";

import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { voterHash } from "#app/models/review/vote.server.ts";

import { parseSafely, shopCookie } from "./cookies.server.ts";

const VOTER_COOKIE = "helpful-votes";
const VOTER_SECONDS = 182 * 86_400;
const VOTER = /^[A-Za-z0-9_-]{22}$/;

const voterCookie = shopCookie(VOTER_COOKIE, { maxAge: VOTER_SECONDS });

export async function findVoter(request: Request): Promise<string | null> {
  const visitor = await findVisitor(request);
  const key = visitor?.id ?? (await readVoter(request));
  return key === null ? null : voterHash(key);
}

export type NewVoter = Readonly<{
  voter: string;
  /** Set-Cookie, for a browser that is new. */ cookie: string | null;
}>;

export async function voterOf(request: Request): Promise<NewVoter> {
  const known = await findVoter(request);
  if (known !== null) return { voter: known, cookie: null };
  const key = randomBytes(17).toString("base64url").slice(0, 22);
  return { voter: voterHash(key), cookie: await voterCookie.serialize(key) };
}

async function readVoter(request: Request): Promise<string | null> {
  const value = await parseSafely(voterCookie, request.headers.get("Cookie"));
  return typeof value === "string" && VOTER.test(value) ? value : null;
}
