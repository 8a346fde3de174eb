import { join } from "node:path";

import { config } from "#app/config.server.ts";

import { withCircuit } from "./email-circuit.server.ts";
import { mailToFile } from "./mail-to-file.server.ts";
import type { EmailPort } from "./email-port.ts";
import { smtpEmail } from "./email-smtp.server.ts";

let chosen: EmailPort | null = null;

export function email(): EmailPort {
  chosen ??= config.smtpUrl
    ? withCircuit(smtpEmail(config.smtpUrl))
    : mailToFile(join(config.dataDir, "mail"));
  return chosen;
}
