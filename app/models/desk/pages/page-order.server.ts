/** Requirement desk-69. */
import { db, transact } from "#app/db/db.server.ts";
import { textMark } from "#app/models/shared/text-mark.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";
import { ownContent } from "#app/services/content/content.server.ts";

import { bumpContentVersion, lockPages } from "./page-rows.server.ts";
import { listPageStates, pageIdOf, type PageState } from "./page-states.server.ts";
import type { PageStep } from "./page-steps.server.ts";

export const PAGE_MOVES = ["up", "down"] as const;
export type PageMove = (typeof PAGE_MOVES)[number];

type Move = Readonly<{
  key: string;
  move: PageMove;
  /** Of the order that the form showed; null moves in whatever order there is. */
  mark: string | null;
}>;

type MoveRefusal = "desk-not-allowed" | "content-elsewhere" | "not-found" | "page-order-changed";

export function pageOrderMark(states: ReadonlyArray<PageState>): string {
  return textMark(
    informationOf(states)
      .map(({ key }) => key)
      .join(" "),
  );
}

/** At the end of the heading nothing happens. */
export async function movePage(
  { key, move, mark }: Move,
  actor: DeskActor,
): Promise<Result<PageStep, MoveRefusal>> {
  if (!mayOf(actor)("edit-pages")) return refused("desk-not-allowed");
  if (!ownContent()) return refused("content-elsewhere");
  return transact<Result<PageStep, MoveRefusal>>(async () => {
    await lockPages();
    const states = (await listPageStates()) ?? [];
    if (mark !== null && mark !== pageOrderMark(states)) return refused("page-order-changed");
    const pages = informationOf(states);
    const page = pages.find((one) => one.key === key);
    if (!page) return refused("not-found");
    const neighbour = neighbourOf(page, pages, move);
    if (!neighbour) return ok({ isChanged: false });
    await writeOrder(swapped(pages, page, neighbour));
    await writeDeskLog(actor, {
      action: "page-moved",
      subject: { kind: "page", id: pageIdOf(page) },
      changes: { place: [placeOf(page, pages), placeOf(neighbour, pages)] },
    });
    return ok({ isChanged: true });
  });
}

function informationOf(states: ReadonlyArray<PageState>): ReadonlyArray<PageState> {
  return states.filter(({ kind }) => kind === "information");
}

function headingOf({ published: { section } }: PageState, pages: ReadonlyArray<PageState>) {
  return pages.filter((one) => one.published.section === section);
}

function neighbourOf(
  page: PageState,
  pages: ReadonlyArray<PageState>,
  move: PageMove,
): PageState | undefined {
  const heading = headingOf(page, pages);
  return heading[heading.indexOf(page) + (move === "up" ? -1 : 1)];
}

/** From 1, under its heading. */
function placeOf(page: PageState, pages: ReadonlyArray<PageState>): string {
  return String(headingOf(page, pages).indexOf(page) + 1);
}

function swapped(
  pages: ReadonlyArray<PageState>,
  page: PageState,
  neighbour: PageState,
): ReadonlyArray<PageState> {
  return pages.map((one) => (one === page ? neighbour : one === neighbour ? page : one));
}

async function writeOrder(pages: ReadonlyArray<PageState>): Promise<void> {
  await db().deleteFrom("page_order").execute();
  await db()
    .insertInto("page_order")
    .values(pages.map(({ key }, place) => ({ page_key: key, place })))
    .execute();
  await bumpContentVersion();
}
