/** Redirects that are not in the file stay. */
import {
  addRedirect,
  findRedirect,
  listRedirects,
  lockRedirects,
  removeRedirect,
} from "#app/models/catalogue/redirects/redirect.server.ts";
import {
  type Redirect,
  redirectChain,
  redirectKey,
  redirectPair,
} from "#app/models/catalogue/redirects/redirect.ts";
import { withoutApostrophe } from "#app/models/shared/csv-import.server.ts";
import { ok, refused } from "#app/models/shared/result.ts";

import { grouped } from "./grouped.ts";
import type { CheckedLine, LineChanges } from "./import-kinds.ts";
import type { ImportWork, NamedRow } from "./import-work.ts";

export const redirectImport: ImportWork = {
  async check(rows) {
    const current = await listRedirects();
    const targets = new Map(current.map(({ from, to }) => [redirectKey(from), to]));
    const now = new Map(targets);
    for (const row of rows)
      if (redirectPair(row.name, targetIn(row)).ok) targets.set(redirectKey(row.name), targetIn(row));
    const followers = grouped(
      current.filter(({ from }) => targets.get(redirectKey(from)) === now.get(redirectKey(from))),
      ({ to }) => to,
    );
    const lines: Array<CheckedLine> = [];
    for (const row of rows) lines.push(await checkedLine(row, { now, targets, followers }));
    return { lines, needsCode: false, hasPrices: false };
  },

  lock: lockRedirects,

  async apply(lines, { now }) {
    for (const { subject, changes } of changing(lines)) {
      const done = await addRedirect({ from: subject, to: changes[subject]?.[1] ?? "", now });
      if (!done.ok) return refused("import-stale");
    }
    return ok(lines);
  },

  /** First what leads nowhere again, so that the others find their old targets. */
  async undo(lines, { now }) {
    await lockRedirects();
    const steps = changing(lines).flatMap((line) =>
      Object.entries(line.changes).map(([from, [before, after]]) => ({ line, from, before, after })),
    );
    const left = new Map<number, CheckedLine>();
    for (const isRemoval of [true, false])
      for (const { line, from, before, after } of steps.filter(
        (step) => (step.before === "") === isRemoval,
      )) {
        const reason = await putBack({ from, before, after, now });
        if (reason !== null) left.set(line.line, { ...line, reason });
      }
    return [...left.values()];
  },
};

function changing(lines: ReadonlyArray<CheckedLine>): ReadonlyArray<CheckedLine> {
  return lines.filter(({ outcome }) => outcome === "changed" || outcome === "new");
}

function targetIn({ cells }: NamedRow): string {
  return withoutApostrophe((cells["to"] ?? "").trim());
}

type Known = Readonly<{
  /** Targets by the key of an old address, as they are, and with those of the file. */
  now: ReadonlyMap<string, string>;
  targets: ReadonlyMap<string, string>;
  /** Redirects that are in no line that changes them, by target. */
  followers: ReadonlyMap<string, ReadonlyArray<Redirect>>;
}>;

async function checkedLine(row: NamedRow, { now, targets, followers }: Known): Promise<CheckedLine> {
  const { line, name: from, cells } = row;
  const to = targetIn(row);
  const base = { line, name: from, title: "", subject: from, cells, changes: {} };
  const pair = redirectPair(from, to);
  if (!pair.ok) return { ...base, outcome: "wrong", reason: pairProblem(pair) };
  const key = redirectKey(from);
  const before = now.get(key) ?? "";
  const { addresses, isLoop } = await redirectChain(from, (each) => targets.get(each) ?? null);
  if (isLoop)
    return { ...base, outcome: "wrong", reason: `That would make a loop: ${addresses.join(" → ")}` };
  const end = addresses.at(-1) ?? to;
  if (end === before) return { ...base, outcome: "unchanged", reason: "" };
  const changes: LineChanges = Object.fromEntries([
    [from, [before, end]],
    ...(followers.get(from) ?? []).map((other) => [other.from, [from, end]] as const),
  ]);
  const reason = end === to ? "" : `${to} leads on to ${end}`;
  return { ...base, changes, outcome: before === "" ? "new" : "changed", reason };
}

function pairProblem({
  code,
  detail,
}: Readonly<{ code: string; detail: Readonly<Record<string, string | number>> }>) {
  if (code === "redirect-loop") return `That would make a loop: ${detail["chain"] ?? ""}`;
  const address = String(detail["address"] ?? "");
  return address === ""
    ? "Type an address such as /c/prams"
    : `${address} is not an address in this shop, such as /c/prams`;
}

type Step = Readonly<{ from: string; before: string; after: string; now: Date }>;

/** Only if it is still as the import left it. Answers why it was left, or null. */
async function putBack({ from, before, after, now }: Step): Promise<string | null> {
  const current = await findRedirect(from);
  if (current === null) return `${from} was removed since`;
  if (current !== after) return `${from} leads to ${current} since`;
  const done = before === "" ? await removeRedirect(from) : await addRedirect({ from, to: before, now });
  return done.ok ? null : `${from} cannot lead to ${before} any more`;
}
