/** Redirects that are not in the file stay. */
import { inTurns } from "#app/event-loop-fairness.server.ts";
import {
  addRedirect,
  listRedirects,
  lockRedirects,
  removeRedirect,
  storedRedirect,
} from "#app/models/catalogue/redirects/redirect.server.ts";
import {
  mayBeRedirected,
  oldAddressKey,
  type PagesOfShop,
  type Redirect,
  type RedirectEnd,
  redirectEnds,
  redirectPair,
} from "#app/models/catalogue/redirects/redirect.ts";
import { pagesOfShop } from "#app/models/seo/pages-of-shop.server.ts";
import { withoutApostrophe } from "#app/models/shared/csv-import.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import { ok, refused } from "#app/models/shared/result.ts";

import type { CheckedLine, LineChanges } from "./import-kinds.ts";
import type { ImportWork, NamedRow } from "./import-work.server.ts";

/** Rows that are checked before the shop serves others. */
const ROWS_A_TURN = 500;

export const redirectImport: ImportWork = {
  sameRow: (name) => {
    const pair = redirectPair(name, "/");
    return pair.ok ? oldAddressKey(pair.value.from) : name;
  },

  async check(rows) {
    const [current, pages] = [await listRedirects(), await pagesOfShop()];
    const now = new Map(current.map(({ from, to }) => [oldAddressKey(from), to]));
    const targets = new Map(now);
    for await (const batch of inTurns(rows, ROWS_A_TURN))
      for (const row of batch) {
        const pair = redirectPair(row.name, targetIn(row));
        if (pair.ok) targets.set(oldAddressKey(pair.value.from), pair.value.to);
      }
    const followers = grouped(
      current.filter(({ from }) => targets.get(oldAddressKey(from)) === now.get(oldAddressKey(from))),
      ({ to }) => to,
    );
    const endOf = redirectEnds(targets, pages.isOwn);
    const wholeEndOf = redirectEnds(targets, pages.isFixed);
    const known: Known = { now, followers, pages, endOf, wholeEndOf };
    const lines: Array<CheckedLine> = [];
    for await (const batch of inTurns(rows, ROWS_A_TURN))
      lines.push(...batch.map((row) => checkedLine(row, known)));
    return { lines, needsCode: false, hasPrices: false };
  },

  lock: lockRedirects,

  async apply(lines, { now }) {
    const pages = await pagesOfShop();
    for (const { subject, changes } of changing(lines)) {
      const done = await addRedirect({ from: subject, to: changes[subject]?.[1] ?? "", pages, now });
      if (!done.ok) return refused("import-stale");
    }
    return ok(lines);
  },

  /** First what leads nowhere again, so that the others find their old targets. */
  async undo(lines, { now }) {
    await lockRedirects();
    const pages = await pagesOfShop();
    const steps = changing(lines).flatMap((line) =>
      Object.entries(line.changes).map(([from, [before, after]]) => ({ line, from, before, after })),
    );
    const left = new Map<number, CheckedLine>();
    for (const isRemoval of [true, false])
      for (const { line, from, before, after } of steps.filter(
        (step) => (step.before === "") === isRemoval,
      )) {
        const reason = await putBack({ from, before, after, pages, now });
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
  pages: PagesOfShop;
  /** Present targets by the key of an old address. */
  now: ReadonlyMap<string, string>;
  /** By the targets as they will be. */
  endOf: (address: string) => RedirectEnd;
  /** Through pages that may be hidden, too. */
  wholeEndOf: (address: string) => RedirectEnd;
  /** Redirects that are in no line that changes them, by target. */
  followers: ReadonlyMap<string, ReadonlyArray<Redirect>>;
}>;

function checkedLine(row: NamedRow, { now, endOf, wholeEndOf, followers, pages }: Known): CheckedLine {
  const { line, name, cells } = row;
  const pair = redirectPair(name, targetIn(row));
  const base = { line, name, title: "", subject: name, cells, changes: {} };
  if (!pair.ok) return { ...base, outcome: "wrong", reason: pairProblem(pair) };
  const { from, to } = pair.value;
  if (!mayBeRedirected(from, pages.hasPage)) return { ...base, outcome: "wrong", reason: HAS_PAGE };
  const before = now.get(oldAddressKey(from)) ?? "";
  const loop = wholeEndOf(from);
  if (loop.isLoop)
    return { ...base, outcome: "wrong", reason: `That would make a loop: ${from} → ${to} → … → ${loop.end}` };
  const { end } = endOf(from);
  if (end === before) return { ...base, subject: from, outcome: "unchanged", reason: "" };
  const changes: LineChanges = Object.fromEntries([
    [from, [before, end]],
    ...(mayBeRedirected(from, pages.isOwn) ? (followers.get(from) ?? []) : []).map(
      (other) => [other.from, [from, end]] as const,
    ),
  ]);
  const reason = end === to ? "" : `${to} leads on to ${end}`;
  return { ...base, subject: from, changes, outcome: before === "" ? "new" : "changed", reason };
}

const HAS_PAGE = "The shop has a page at this address, and the page wins";

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

type Step = Readonly<{ from: string; before: string; after: string; now: Date; pages: PagesOfShop }>;

/** Only if it is still as the import left it. Answers why it was left, or null. */
async function putBack({ from, before, after, pages, now }: Step): Promise<string | null> {
  const current = await storedRedirect(from);
  if (current === null) return `${from} was removed since`;
  if (current.to !== after) return `${from} leads to ${current.to} since`;
  const done =
    before === "" ? await removeRedirect(from) : await addRedirect({ from, to: before, pages, now });
  return done.ok ? null : `${from} cannot lead to ${before} any more`;
}
