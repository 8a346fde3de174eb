/** Signs and verifies webhooks: HMAC-SHA256 over the time and the raw bytes, "t=1700000000,v1=…". */
import { createHmac, timingSafeEqual } from "node:crypto";

export const SIGNATURE_HEADER = "payment-signature";
/** How far a signature's time may be from ours, in seconds, so that a recorded event cannot be sent again later. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

const FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

export function signWebhook(body: Uint8Array, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${digest(body, secret, seconds).toString("hex")}`;
}

/** True when `header` is one of `secrets` over exactly these bytes, signed within the tolerance of `now`. */
export function isSignedWebhook(
  body: Uint8Array,
  header: string | null,
  check: Readonly<{ secrets: ReadonlyArray<string>; now: Date }>,
): boolean {
  const parts = FORM.exec(header ?? "");
  if (!parts?.[1] || !parts[2]) return false;
  const seconds = Number(parts[1]);
  if (Math.abs(check.now.getTime() / 1000 - seconds) > SIGNATURE_TOLERANCE_SECONDS) return false;
  const given = Buffer.from(parts[2], "hex");
  // Every secret is tried, so that the time taken does not tell which one fits.
  return check.secrets.filter((secret) => timingSafeEqual(given, digest(body, secret, seconds))).length > 0;
}

function digest(body: Uint8Array, secret: string, seconds: number): Buffer {
  return createHmac("sha256", secret).update(`${seconds}.`).update(body).digest();
}
