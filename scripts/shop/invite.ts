import { type Command, newCommand, type Outcome, readWords } from "./command.ts";

const HELP = `Usage: npm run shop -- invite <email> <first name> <last name> [--json]

Creates an account without a password, and emails the customer a link to choose one. The link can be used once, within
7 days; after that, "Forgotten your password?" sends another. The running shop sends the email. The database is the
one the shop itself uses (DATABASE_URL or DATA_DIR).

  --json   print the result as JSON
  --help   this text

Exit codes: 0 invited, 1 refused or failed, 2 wrong usage.`;

type CommandOptions = Readonly<{ email: string; firstName: string; lastName: string; isJson: boolean }>;

export const inviteCommand: Command = newCommand<CommandOptions>({
  name: "invite",
  summary: "create an account and email the customer a link to set a password",
  help: HELP,
  read: readArguments,
  work,
  tables: "create",
});

async function work(options: CommandOptions): Promise<Outcome> {
  const { invite } = await import("#app/models/customer/sign-up.server.ts");
  const { email, firstName, lastName } = options;
  const invited = await invite({ email, firstName, lastName }, new Date());
  const words = invited.ok ? `The invitation to ${email} is on its way.` : `${email} has an account already.`;
  return { isDone: invited.ok, words, data: { ok: invited.ok, email, message: words } };
}

async function readArguments(args: ReadonlyArray<string>): Promise<CommandOptions | null> {
  const { emailSchema } = await import("#app/models/email/address-schema.ts");
  const words = readWords(args, { json: { type: "boolean" } } as const);
  const [typed, firstName, lastName, ...more] = (words?.positionals ?? []).map((text) => text.trim());
  const email = emailSchema.safeParse(typed);
  if (!email.success || !firstName || !lastName || more.length > 0) return null;
  return { email: email.data, firstName, lastName, isJson: words?.values.json ?? false };
}
