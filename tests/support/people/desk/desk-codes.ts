/** What somebody at the desk types to log in. No model is loaded: the server is another process. */
import { Secret, TOTP } from "otpauth";

export const DESK_PASSWORD = "seven larks over the orchard";

/** The code that the app shows at `now`. */
export function appCode(secret: string, now: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
}
