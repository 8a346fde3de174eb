import { createTransport } from "nodemailer";

import {
  isKeyRefusal,
  noteServiceAnswer,
  noteServiceRefusal,
} from "#app/services/outgoing/service-answers.server.ts";

import { emailMessage } from "./email-message.server.ts";
import type { EmailPort } from "./email-port.ts";

/** The whole stays within the time a job has. */
export type SmtpLimits = Readonly<{
  /** Name, connection and greeting, each. */
  connectMs: number;
  /** Silence in the middle of it. */
  silenceMs: number;
  wholeMs: number;
}>;

const SMTP_DONE = 250;
const LIMITS: SmtpLimits = { connectMs: 5_000, silenceMs: 10_000, wholeMs: 20_000 };

/** `smtpUrl` is smtp:// or smtps://, user and password inside. Connections are as few as the worker's jobs. */
export function smtpEmail(smtpUrl: string, limits: SmtpLimits = LIMITS): EmailPort {
  const transport = createTransport({ ...serverOptions(new URL(smtpUrl)), ...timeoutsOf(limits) });
  /** Keys of the emails whose text was refused since the server took one: of a single one the text may be at fault. */
  const refusedTexts = new Set<string>();
  return {
    async send(email) {
      const message = emailMessage(email);
      try {
        // With one recipient, a refusal of it is a failure of the whole.
        await transport.sendMail({ ...message, signal: AbortSignal.timeout(limits.wholeMs) });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal?.call === "DATA" && refusedTexts.size < REFUSED_TEXTS) refusedTexts.add(email.key);
        if (refusal && (refusal.call !== "DATA" || refusedTexts.size === REFUSED_TEXTS))
          await noteServiceRefusal("email", refusal.call, refusal.code);
        throw error;
      }
      refusedTexts.clear();
      for (const call of OF_THE_SHOP) await noteServiceAnswer("email", call, SMTP_DONE);
    },
    probe: async () => {
      await transport.verify();
    },
  };
}

/** Where a mail server refuses the shop itself: its log-in, its address, or whatever it sends. */
const OF_THE_SHOP = ["LOGIN", "MAIL FROM", "DATA"];
/** Different ones, of which none is at fault alone. */
const REFUSED_TEXTS = 2;

/** The call of OF_THE_SHOP that was refused for good. */
function refusalOf(error: unknown): Readonly<{ call: string; code: number }> | null {
  const { responseCode = 0, command = "" } = error as Readonly<{ responseCode?: number; command?: string }>;
  const call = isKeyRefusal(responseCode) ? "LOGIN" : command;
  return responseCode >= 500 && OF_THE_SHOP.includes(call) ? { call, code: responseCode } : null;
}

function timeoutsOf({ connectMs, silenceMs }: SmtpLimits) {
  return {
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const SMTP_PORT = 587;
const SMTPS_PORT = 465;

function serverOptions(url: URL) {
  const secure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? SMTPS_PORT : SMTP_PORT),
    secure,
    // A password never travels in the clear.
    requireTLS: user !== "" && !secure,
    ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
  };
}
