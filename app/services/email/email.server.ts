import { join } from "node:path";

import { config } from "#app/config.server.ts";
import { GivenUp } from "#app/models/jobs/job.ts";
import { newResilience, type ResilienceSettings } from "#app/services/outgoing/resilience.server.ts";

import type { Email, EmailPort } from "./email-port.ts";
import { smtpEmail } from "./email-smtp.server.ts";
import { mailToFile } from "./mail-to-file.server.ts";

let chosen: EmailPort | null = null;

/** Null brings the configured one back. For simulations. */
export function connectEmail(port: EmailPort | null): void {
  chosen = port;
}

export function email(): EmailPort {
  chosen ??= config.smtpUrl
    ? withCircuit(smtpEmail(config.smtpUrl))
    : mailToFile(join(config.dataDir, "mail"));
  return chosen;
}

/** Longer than the carrier's own limit. */
const TIMEOUT_MS = 25_000;
const FAILURES = 5;
const REST_MS = 60_000;
const REMEMBERED_MAX = 1_000;

/**
 * Throws at once while `port` counts as down: a pile of email must not hold up refunds. Refusals do not
 * count. An email whose recipient is refused is given up, and one whose text is refused once another was taken since.
 */
export function withCircuit(port: EmailPort, settings: Partial<ResilienceSettings> = {}): EmailPort {
  const guard = newResilience({
    timeoutMs: TIMEOUT_MS,
    failures: FAILURES,
    restMs: REST_MS,
    isFailure: (error) => !isAboutTheMessage(error),
    ...settings,
  });
  let taken = 0;
  /** How many emails the server had taken when it first refused the text of this one. */
  const refusedAfter = new Map<string, number>();
  /** A server that has taken no other since may refuse all that the shop sends. */
  const isAlone = ({ key }: Email) => {
    const before = refusedAfter.get(key) ?? taken;
    if (refusedAfter.size >= REMEMBERED_MAX) refusedAfter.clear();
    refusedAfter.set(key, before);
    return taken > before;
  };
  return {
    async send(email) {
      const sent = await guard.call(() => port.send(email));
      if (sent.ok) {
        taken += 1;
        refusedAfter.delete(email.key);
        return;
      }
      const at = refusedForGoodAt(sent.error);
      const isOver = at === "RCPT TO" || (at === "DATA" && isAlone(email));
      throw isOver ? newGivenUp(sent.error) : sent.error;
    },
    ...(port.probe ? { probe: () => port.probe?.() ?? Promise.resolve() } : {}),
  };
}

/** The command that got a 5yz reply: a client should not repeat it (RFC 5321, 4.2.1). */
function refusedForGoodAt(error: unknown): string | null {
  const { responseCode = 0, command = "" } = error as Readonly<{ responseCode?: number; command?: string }>;
  return responseCode >= 500 && responseCode < 600 ? command : null;
}

function newGivenUp(cause: unknown): GivenUp {
  return new GivenUp(`The mail server refuses it for good. ${(cause as Error).message}`, { cause });
}

/** Nodemailer's codes for a recipient or a text that the server did not take: the server is well. */
function isAboutTheMessage(error: unknown): boolean {
  const { code } = error as Partial<NodeJS.ErrnoException>;
  return code === "EENVELOPE" || code === "EMESSAGE";
}
