import { isStaffRole, STAFF_ROLES, type StaffRole } from "#app/models/staff/role.ts";

import { columns, type Command, newCommand, type Outcome, readWords } from "./command.ts";

const HELP = `Usage: npm run shop -- staff list [--json]
       npm run shop -- staff invite <email> <name> [--role <role>] [--json]
       npm run shop -- staff log-out <email> [--json]
       npm run shop -- staff end <email> [--json]

The desk is the shop's web admin at /desk. It exists once somebody has been invited.

  list       who may log in, and in which role
  invite     prints a link that works once, within 48 hours: whoever opens it chooses a password and sets up an
             authenticator app. Somebody who has lost everything is invited again
  log-out    ends somebody's sessions on every device; the account stays
  end        ends an account and its sessions; the last owner cannot be ended
  --role     ${STAFF_ROLES.join(", ")}; owner if left out
  --json     print the result as JSON
  --help     this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

type CommandOptions = Readonly<{ isJson: boolean }> &
  (
    | Readonly<{ verb: "list" }>
    | Readonly<{ verb: "invite"; email: string; name: string; role: StaffRole }>
    | Readonly<{ verb: "end" | "log-out"; email: string }>
  );

export const staffCommand: Command = newCommand<CommandOptions>({
  name: "staff",
  summary: "list, invite, log out and end the people who log in at the desk",
  help: HELP,
  read: readArguments,
  work: outcomeOf,
  tables: "create",
});

const ABOUT_PERSON = ["invite", "log-out", "end"] as const;

async function readArguments(args: ReadonlyArray<string>): Promise<CommandOptions | null> {
  const words = readWords(args, { json: { type: "boolean" }, role: { type: "string" } } as const);
  if (!words) return null;
  const [verb, ...rest] = words.positionals;
  const { json: isJson = false, role = "owner" } = words.values;
  if (verb === "list") return rest.length === 0 ? { verb, isJson } : null;
  const step = ABOUT_PERSON.find((one) => one === verb);
  if (!step) return null;
  const { emailSchema } = await import("#app/models/email/address-schema.ts");
  const email = emailSchema.safeParse(rest[0]);
  if (!email.success || !isStaffRole(role)) return null;
  return aboutPerson(step, email.data, { name: rest.slice(1).join(" ").trim(), role, isJson });
}

function aboutPerson(
  verb: (typeof ABOUT_PERSON)[number],
  email: string,
  { name, role, isJson }: Readonly<{ name: string; role: StaffRole; isJson: boolean }>,
): CommandOptions | null {
  if (verb !== "invite") return name === "" ? { verb, email, isJson } : null;
  return name === "" ? null : { verb, email, name, role, isJson };
}

async function outcomeOf(options: CommandOptions): Promise<Outcome> {
  switch (options.verb) {
    case "list":
      return list();
    case "invite":
      return invitation(options);
    case "log-out":
    case "end":
      return close(options);
  }
}

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

async function invitation({ email, name, role }: NewPerson): Promise<Outcome> {
  const { inviteStaff } = await import("#app/models/staff/invitation.server.ts");
  const { commandLineActor } = await import("#app/models/staff/log.server.ts");
  const { config } = await import("#app/config.server.ts");
  const { deskPaths } = await import("#app/desk-paths.ts");
  const invited = await inviteStaff({ email, name, role }, commandLineActor(new Date()));
  if (!invited.ok) {
    const words = `${email} has an account in another role already.`;
    return { isDone: false, words, data: { ok: false, code: invited.code, message: words } };
  }
  const link = (config.deskOrigin ?? config.origin) + deskPaths.join(invited.value.secret);
  const words = `${name} is invited as ${role}. The link works once, within 48 hours:\n${link}`;
  return { isDone: true, words, data: { ok: true, email, role, link } };
}

type Closing = Readonly<{ verb: "end" | "log-out"; email: string }>;

async function close({ verb, email }: Closing): Promise<Outcome> {
  const { findStaffByEmail } = await import("#app/models/staff/staff.server.ts");
  const { endStaff, logOutStaff } = await import("#app/models/staff/team.server.ts");
  const { commandLineActor } = await import("#app/models/staff/log.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const staff = await findStaffByEmail(email);
  const run = verb === "end" ? endStaff : logOutStaff;
  const done = await run(staff?.id ?? "", commandLineActor(new Date()));
  const is = verb === "end" ? "can no longer log in at the desk" : "is logged out on every device";
  const words = done.ok ? `${email} ${is}.` : `${shopError(done).message}.`;
  return { isDone: done.ok, words, data: { ok: done.ok, email, message: words } };
}
