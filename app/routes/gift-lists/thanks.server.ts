import { requireOwnGiftList } from "#app/http/request/gift-list-editor.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { listGivenGifts } from "#app/models/gift-list/thanks.server.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";

/** The list and what was given. Throws a redirect to the list while it is a surprise. */
export async function requireThanks(request: Request, listId: string | undefined, now: Date) {
  const list = await requireOwnGiftList(request, listId, now);
  const gifts = await listGivenGifts(list, now);
  if (gifts === null) throw seeOther(giftListPaths.ownGiftList(list.id));
  return { list, gifts };
}
