import type { HealthLine } from "#app/models/health/health.ts";

import { type Command, type Outcome } from "./command.ts";
import { verb, verbsCommand } from "./verbs.ts";

export const doctorCommand: Command = verbsCommand({
  name: "doctor",
  summary: "check the shop: settings, database, disk, services, queues, backups",
  tables: "ignore",
  exitCodes: "Exit codes: 0 all is well, 1 something needs attention, 2 something is broken, or wrong usage.",
  verbs: {
    "": verb({
      about:
        "Looks at everything the shop needs and says, line by line, whether it is healthy (ok), needs attention (warn) " +
        "or is broken (fail): configuration, versions, database, disk, outside services, jobs and orders that wait too " +
        "long, whether orders, money and stock add up, backups.\n" +
        "It changes nothing, and a shop may run beside it.",
      run: examine,
    }),
  },
});

async function examine(): Promise<Outcome> {
  const { BROKEN } = await import("./doctor-checks.ts");
  const exitCodes = { ok: 0, warn: 1, fail: BROKEN };
  const checks = (await allLines()).map(({ what, verdict, words, remedy }) => ({
    ...{ what, verdict },
    words: remedy === undefined ? words : `${words}: ${remedy}`,
  }));
  const worst = Math.max(...checks.map(({ verdict }) => exitCodes[verdict]));
  const width = Math.max(...checks.map(({ what }) => what.length));
  const words = checks.map(
    ({ verdict, what, words }) => `${verdict.padEnd(4)}  ${what.padEnd(width)}  ${words}`,
  );
  return { isDone: true, words: words.join("\n"), data: { checks }, exitCode: worst };
}

async function allLines(): Promise<ReadonlyArray<HealthLine>> {
  const { databaseChecks, readHealthSettings, shopVersion } = await import("./doctor-checks.ts");
  // First of all: nothing else can be looked at with wrong settings.
  const settings = await readHealthSettings();
  const { privacyCheck, sumsCheck } = await import("./doctor-environment.ts");
  const { lines: database, isSound } = await databaseChecks();
  const { findHealth, settingsLines } = await import("#app/models/health/health.server.ts");
  return [
    ...settingsLines(settings, shopVersion()),
    ...database,
    ...(await findHealth(settings, { isSound, now: new Date() })),
    await privacyCheck(),
    ...(isSound ? [await sumsCheck()] : []),
  ];
}
