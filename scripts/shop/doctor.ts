/** `doctor`: whether all is well with the shop, line by line. */
import type { Check } from "./doctor-checks.ts";
import { type Command, newCommand, type Outcome, readWords } from "./command.ts";

const HELP = `Usage: npm run shop -- doctor [--json]

Looks at everything the shop needs and says, line by line, whether it is healthy (ok), needs attention (warn) or is
broken (fail): configuration, versions, database, disk, outside services, jobs and orders that wait too long, whether
orders, money and stock add up, backups.
It changes nothing, and a shop may run beside it.

  --json   print the result as JSON
  --help   this text

Exit codes: 0 all is well, 1 something needs attention, 2 something is broken, or wrong usage.`;

export const doctorCommand: Command = newCommand<Readonly<{ isJson: boolean }>>({
  name: "doctor",
  summary: "check the shop: settings, database, disk, services, queues, backups",
  help: HELP,
  read: (args) => {
    const words = readWords(args, { json: { type: "boolean" } } as const);
    return words && words.positionals.length === 0 ? { isJson: words.values.json ?? false } : null;
  },
  work,
});

async function work(): Promise<Outcome> {
  const { BROKEN } = await import("./doctor-checks.ts");
  const exitCodes = { ok: 0, warn: 1, fail: BROKEN };
  const checks = await allChecks();
  const worst = Math.max(...checks.map(({ verdict }) => exitCodes[verdict]));
  const width = Math.max(...checks.map(({ what }) => what.length));
  const words = checks.map(
    ({ verdict, what, words }) => `${verdict.padEnd(4)}  ${what.padEnd(width)}  ${words}`,
  );
  return { isDone: true, words: words.join("\n"), data: { checks }, exitCode: worst };
}

async function allChecks(): Promise<ReadonlyArray<Check>> {
  const { databaseChecks, settingsCheck, versionCheck } = await import("./doctor-checks.ts");
  // First of all: nothing else can be looked at with wrong settings.
  const settings = await settingsCheck();
  const { contentCheck, productSafetyCheck } = await import("./doctor-content.ts");
  const {
    analyticsCheck,
    backupCheck,
    diskCheck,
    privacyCheck,
    queueChecks,
    serviceChecks,
    sumsCheck,
    vitalsCheck,
  } = await import("./doctor-environment.ts");
  const now = new Date();
  const database = await databaseChecks();
  const isSound = database.every(({ verdict }) => verdict !== "fail");
  return [
    settings,
    await versionCheck(),
    ...database,
    await diskCheck(),
    await privacyCheck(),
    ...(await serviceChecks()),
    // The first day of the demo's articles is in a table.
    ...(isSound ? [await contentCheck(now)] : []),
    ...(isSound ? await productSafetyCheck() : []),
    await analyticsCheck(),
    // Without tables there is nothing to ask.
    ...(isSound ? [await vitalsCheck(now), ...(await queueChecks(now)), await sumsCheck()] : []),
    await backupCheck(now),
  ];
}
