/** `invite <e-mail> <first name> <last name>`: sends somebody a link with which they make their account. */
import { parseArgs } from "node:util";

import type { Command } from "./command.ts";

const HELP = `Usage: npm run shop -- invite <e-mail> <first name> <last name>

Makes an account without a password, and sends an e-mail with a link to choose one. The link works once, for seven
days; after that, "Forgotten your password?" sends another. The running shop sends the e-mail. The database is the
one the shop itself uses (DATABASE_URL or DATA_DIR).

  --help   this text

Exit codes: 0 invited, 1 refused or failed, 2 called wrongly.`;

export const inviteCommand: Command = {
  name: "invite",
  summary: "send somebody a link to an account of their own",
  help: HELP,
  run,
};

async function run(args: ReadonlyArray<string>): Promise<number> {
  const asked = await readArguments(args);
  if (!asked) {
    process.stderr.write(`${HELP}\n`);
    return 2;
  }
  const { closeDatabase } = await import("#app/db/db.server.ts");
  const { migrate } = await import("#app/db/migrate.server.ts");
  const { invite } = await import("#app/models/customer-token.server.ts");
  try {
    await migrate();
    const invited = await invite(asked, new Date());
    if (!invited.ok) {
      process.stderr.write(`${asked.email} has an account already.\n`);
      return 1;
    }
    process.stdout.write(`The invitation to ${asked.email} is on its way.\n`);
    return 0;
  } finally {
    await closeDatabase();
  }
}

async function readArguments(args: ReadonlyArray<string>) {
  const { emailSchema } = await import("#app/models/email-schema.ts");
  try {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
    const [typed, firstName, lastName, ...more] = positionals.map((text) => text.trim());
    const email = emailSchema.safeParse(typed);
    if (!email.success || !firstName || !lastName || more.length > 0) return null;
    return { email: email.data, firstName, lastName };
  } catch {
    return null;
  }
}
