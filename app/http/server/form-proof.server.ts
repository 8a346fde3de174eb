/** Nothing is done until the same browser sends the form again from a page of the shop (decision 0024). */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { pathOf } from "#app/http/request/target.ts";
import { cookieSecrets, parseSafely, shopCookie } from "#app/http/session/cookies.server.ts";

import { FORGED, needsProof } from "./csrf.server.ts";
import { ownOrigins } from "./desk-host.server.ts";
import { type Rejection, sendRejection } from "./error-response.server.ts";
import { logger } from "./log.server.ts";

const PROOF_COOKIE = "form-proof";
const PROOF_SECONDS = 30 * 60;
const SECOND_MS = 1_000;
const BROWSER_BYTES = 16;
const BROWSER = /^[\w-]{22}$/;
/** Largest form, in bytes, that can be confirmed: in base64 it must still fit into a form. */
const FORM_MAX_BYTES = 45_000;
const FORM_FIELD = "confirmed-form";
const PROOF_FIELD = "confirmed-proof";
export const PROOF_FIELDS: ReadonlyArray<string> = [FORM_FIELD, PROOF_FIELD];
/** The body of a form without fields, because an ended stream cannot be given back nothing. */
const NO_FIELDS = "&";

const proofCookie = shopCookie(PROOF_COOKIE, { maxAge: PROOF_SECONDS });
const keys = cookieSecrets("form-proof-token");

export type ProvenForm = Readonly<{
  browser: string;
  url: string;
  form: Buffer;
}>;

export function formProof(proven: ProvenForm, now: Date): string {
  const endsAt = Math.floor(now.getTime() / SECOND_MS) + PROOF_SECONDS;
  return `${endsAt}.${signature(keys[0] ?? "", proven, endsAt)}`;
}

export function isFormProof(proof: string, proven: ProvenForm, now: Date): boolean {
  const [ends = "", signed = ""] = proof.split(".", 2);
  if (hasEnded(proof, now)) return false;
  return keys.some((key) => isEqual(signed, signature(key, proven, Number(ends))));
}

function hasEnded(proof: string, now: Date): boolean {
  const [, ends = "0"] = /^(\d{1,12})\./.exec(proof) ?? [];
  return Number(ends) * SECOND_MS <= now.getTime();
}

function signature(key: string, { browser, url, form }: ProvenForm, endsAt: number): string {
  // As JSON, no part can run over into the next one.
  const about = JSON.stringify([browser, endsAt, url]);
  return createHmac("sha256", key).update(about).update("\n").update(form).digest("base64url");
}

function isEqual(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}

/** True if answered here, with the page that asks for confirmation. A confirmed form gets its first body back. */
export async function proofRequested(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { method = "", url = "", headers } = request;
  if (!needsProof({ method, url, headers }, ownOrigins(headers.host))) return false;
  const length = Number(headers["content-length"] ?? 0);
  const known: unknown = await parseSafely(proofCookie, headers.cookie ?? null);
  const sender = typeof known === "string" && BROWSER.test(known) ? known : null;
  let form: Buffer = Buffer.alloc(0);
  let isWithoutCookie = false;
  const isProven = await takeBody(request, length, (body) => {
    const confirmed = confirmedIn(body);
    form = confirmed?.form ?? body;
    // The cookie ends after half an hour; then the visitor has to confirm again.
    isWithoutCookie = sender === null && confirmed !== null && !hasEnded(confirmed.proof, new Date());
    if (!confirmed || sender === null) return null;
    if (!isFormProof(confirmed.proof, { browser: sender, url, form }, new Date())) return null;
    headers["content-length"] = String(form.byteLength);
    return form.byteLength > 0 ? form : Buffer.from(NO_FIELDS);
  });
  if (isProven) return false;
  const refused = await refusalOf({ browser: sender ?? newBrowser(), url, form }, isWithoutCookie);
  logger.warn({ id: headers["x-request-id"], path: pathOf(url), event: refused.reason }, "refused");
  sendRejection(request, response, refused);
  return true;
}

function refusalOf(requested: ProvenForm, isWithoutCookie: boolean): Rejection | Promise<Rejection> {
  if (requested.form.byteLength > FORM_MAX_BYTES) return FORGED;
  return isWithoutCookie ? NOTHING_TO_KNOW_BY : question(requested);
}

function newBrowser(): string {
  return randomBytes(BROWSER_BYTES).toString("base64url");
}

function confirmedIn(body: Buffer): Readonly<{ form: Buffer; proof: string }> | null {
  const fields = new URLSearchParams(body.toString("latin1"));
  const [form, proof] = [fields.get(FORM_FIELD), fields.get(PROOF_FIELD)];
  return form === null || proof === null ? null : { form: Buffer.from(form, "base64url"), proof };
}

/** `length` is in bytes. `replace` returns the new body, or null for none; true if it was replaced. */
function takeBody(
  request: IncomingMessage,
  length: number,
  replace: (body: Buffer) => Buffer | null,
): Promise<boolean> {
  if (length === 0) return Promise.resolve(replace(Buffer.alloc(0)) !== null);
  return new Promise((resolve) => {
    const chunks: Array<Buffer> = [];
    let size = 0;
    const settle = (isReplaced: boolean) => {
      request.off("readable", onReadable);
      request.off("close", onClose);
      resolve(isReplaced);
    };
    const onClose = () => settle(false);
    function onReadable() {
      for (let chunk = request.read() as Buffer | null; chunk; chunk = request.read() as Buffer | null) {
        chunks.push(chunk);
        size += chunk.byteLength;
      }
      if (size < length) return;
      const body = replace(Buffer.concat(chunks));
      // In the same turn as the last read, because a moment later the stream has ended.
      if (body) request.unshift(body);
      settle(body !== null);
    }
    request.on("readable", onReadable);
    request.once("close", onClose);
  });
}

async function question(proven: ProvenForm): Promise<Rejection> {
  return {
    status: 403,
    reason: "csrf_unproven",
    title: "Did you send this form?",
    message:
      "Your browser does not say which page a form comes from, so we have not done anything yet. " +
      "If you have just sent a form from our shop, select “Continue”. " +
      "If not, close this page. " +
      "To skip this step next time, let your browser send the “Referer” header.",
    headers: { "Set-Cookie": await proofCookie.serialize(proven.browser) },
    form: {
      button: "Continue",
      fields: {
        [FORM_FIELD]: proven.form.toString("base64url"),
        [PROOF_FIELD]: formProof(proven, new Date()),
      },
    },
  };
}

const NOTHING_TO_KNOW_BY: Rejection = {
  status: 403,
  reason: "csrf_unproven",
  title: "We could not accept this form",
  message:
    "Your browser does not say which page a form comes from, and it did not keep our cookie. " +
    "We need one of the two to know that it was you, so we have not done anything. " +
    "Allow cookies from this shop, or let your browser send the “Referer” header. " +
    "In Lynx, select Options (the letter O) to change either. Then go back to the page and send the form again. " +
    "You can also contact us and we will help you.",
};
