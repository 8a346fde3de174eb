import { emailSchema } from "#app/models/email/address-schema.ts";

import { answerOutcome, type Command, type Outcome } from "./command.ts";
import { filledSchema, verb, verbsCommand } from "./verbs.ts";

export const inviteCommand: Command = verbsCommand({
  name: "invite",
  summary: "create an account and email the customer a link to set a password",
  tables: "create",
  verbs: {
    "": verb({
      about:
        "Creates an account without a password, and emails the customer a link to choose one. The link can be used " +
        'once, within 7 days; after that, "Forgotten your password?" sends another. The running shop sends the email. ' +
        "The database is the one the shop itself uses (DATABASE_URL or DATA_DIR).",
      words: { email: emailSchema, firstName: filledSchema(), lastName: filledSchema() },
      run: invite,
    }),
  },
});

type Invited = Readonly<{ email: string; firstName: string; lastName: string }>;

async function invite({ email, firstName, lastName }: Invited): Promise<Outcome> {
  const { invite: inviteCustomer } = await import("#app/models/customer/sign-up.server.ts");
  const invited = await inviteCustomer({ email, firstName, lastName }, new Date());
  const words = invited.ok ? `The invitation to ${email} is on its way.` : `${email} has an account already.`;
  return answerOutcome(invited.ok, words, { email });
}
