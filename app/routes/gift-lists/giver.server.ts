import { json } from "@remix-run/node";

import { listEditor } from "#app/http/request/gift-list-editor.server.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { notFound, retryAfterHeader } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { isListEditor } from "#app/models/gift-list/access.server.ts";
import { formatListCode, readListCode } from "#app/models/gift-list/code.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { findListByCode } from "#app/models/gift-list/lists.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { type Day, dayText, localTime } from "#app/models/shared/local-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

type FoundList =
  | Readonly<{ kind: "open"; list: GiftList; code: string; isOwn: boolean }>
  | Readonly<{ kind: "closed"; list: GiftList }>
  | Readonly<{ kind: "former" }>;

/** Throws 404 for a code that opens no list, and 429 after too many of them. */
export async function findGiverList(
  request: Request,
  typed: string | undefined,
  now: Date,
): Promise<FoundList> {
  const code = readListCode(typed ?? "");
  const found = code === null ? null : await findListByCode(code, now);
  if (found === "former") return { kind: "former" };
  if (found === null || code === null || found.state === "draft") throw await unknownCode(request);
  if (found.state === "closed") return { kind: "closed", list: found };
  const isOwn = await isListEditor(found, await listEditor(request));
  return { kind: "open", list: found, code: formatListCode(code), isOwn };
}

async function unknownCode(request: Request): Promise<Response> {
  const allowed = await limit("gift-list-code", clientAddress(request));
  if (allowed.ok) return elsewhere(request, { otherwise: notFound(request) });
  const { status, message } = shopError(allowed);
  return json(message, { status, headers: retryAfterHeader(allowed) });
}

/** The open list, or a 404 for a form that was sent to any other. */
export async function requireOpenList(request: Request, typed: string | undefined, now: Date) {
  const found = await findGiverList(request, typed, now);
  if (found.kind !== "open") throw notFound(request);
  return found;
}

export async function untilDay(at: string, now: Date): Promise<string> {
  const { timeZone } = await findStore();
  const day: Day = localTime(new Date(at), timeZone).day;
  return dayText(day, now);
}
