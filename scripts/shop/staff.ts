import { emailSchema } from "#app/models/email/address-schema.ts";
import { STAFF_ROLES, type StaffRole } from "#app/models/staff/role.ts";

import { answerOutcome, columns, type Command, commands, type Outcome } from "./command.ts";
import { choiceSchema, filledSchema, severalOf, verb, verbsCommand } from "./verbs.ts";

const PERSON = { email: emailSchema };

export const staffCommand: Command = verbsCommand({
  name: "staff",
  summary: "list, invite, log out and end the people who log in at the desk",
  about: "The desk is the shop's web admin at /desk. It exists once somebody has been invited.",
  tables: "create",
  verbs: {
    list: verb({ about: "who may log in, and in which role", run: list }),
    invite: verb({
      about:
        "prints a link that works once, within 48 hours: whoever opens it chooses a password and sets up an " +
        "authenticator app. Somebody who has lost everything is invited again",
      words: { ...PERSON, name: severalOf(filledSchema()) },
      options: {
        role: choiceSchema(STAFF_ROLES)
          .default("owner")
          .describe(`${STAFF_ROLES.join(", ")}; owner if left out`),
      },
      run: ({ email, name, role }) => invite({ email, name: name.join(" "), role }),
    }),
    "log-out": verb({
      about: "ends somebody's sessions on every device; the account stays",
      words: PERSON,
      run: ({ email }) => close("log-out", email),
    }),
    end: verb({
      about: "ends an account and its sessions; the last owner cannot be ended",
      words: PERSON,
      run: ({ email }) => close("end", email),
    }),
  },
});

async function list(): Promise<Outcome> {
  const { listStaff } = await import("#app/models/staff/staff.server.ts");
  const people = await listStaff();
  const state = (hasPassword: boolean, endedAt: string | null) =>
    endedAt === null ? (hasPassword ? "" : "invited") : `ended ${endedAt.slice(0, 10)}`;
  const rows = people.map((one) => [one.email, one.name, one.role, state(one.hasPassword, one.endedAt)]);
  return {
    isDone: true,
    words: rows.length === 0 ? "There is no desk yet." : columns(["email", "name", "role", ""], rows),
    data: people,
  };
}

type NewPerson = Readonly<{ email: string; name: string; role: StaffRole }>;

async function invite({ email, name, role }: NewPerson): Promise<Outcome> {
  const { inviteStaff } = await import("#app/models/staff/invitation.server.ts");
  const { config } = await import("#app/config.server.ts");
  const { deskPaths } = await import("#app/desk-paths.ts");
  const invited = await inviteStaff({ email, name, role }, await commands());
  if (!invited.ok) {
    const words = `${email} has an account in another role already.`;
    return { isDone: false, words, data: { ok: false, code: invited.code, message: words } };
  }
  const link = (config.deskOrigin ?? config.origin) + deskPaths.join(invited.value.secret);
  const words = `${name} is invited as ${role}. The link works once, within 48 hours:\n${link}`;
  return { isDone: true, words, data: { ok: true, email, role, link } };
}

async function close(way: "end" | "log-out", email: string): Promise<Outcome> {
  const { findStaffByEmail } = await import("#app/models/staff/staff.server.ts");
  const { endStaff, logOutStaff } = await import("#app/models/staff/team.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const staff = await findStaffByEmail(email);
  const run = way === "end" ? endStaff : logOutStaff;
  const done = await run(staff?.id ?? "", await commands());
  const is = way === "end" ? "can no longer log in at the desk" : "is logged out on every device";
  const words = done.ok ? `${email} ${is}.` : `${shopError(done).message}.`;
  return answerOutcome(done.ok, words, { email });
}
