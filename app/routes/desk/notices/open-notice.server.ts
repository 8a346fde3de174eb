import type { OpenText } from "#app/components/desk/open-notice.tsx";
import type { DeskVisit } from "#app/http/request/require-staff.server.ts";
import { isFetchedAhead } from "#app/http/request/speculation.ts";
import { noteOpening, type OpenSubject } from "#app/models/desk/open-notice.server.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

type Visited = Readonly<{
  request: Request;
  /** True on the way back from a step on the page, and where there is nothing to do on it. */
  isDone: boolean;
}>;

/** Notes that the visitor has it open, too. */
export async function othersOn(
  subject: OpenSubject,
  { request, isDone }: Visited,
  { actor }: DeskVisit,
): Promise<ReadonlyArray<OpenText>> {
  const isSeen = request.method === "GET" && !isFetchedAhead(request);
  const others = await noteOpening(subject, isSeen ? (isDone ? "done" : "open") : "unseen", actor);
  if (others.length === 0) return [];
  const { timeZone } = await findStore();
  return others.map(({ name, since }) => ({ name, since: localTime(new Date(since), timeZone).time }));
}
