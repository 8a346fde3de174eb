import { type PathQuery, withQuery } from "./path-query.ts";

/** A file of its own, so that only the pages of gift lists bring it. */
export const giftListPaths = {
  coOwnerLink: () => "/gift-lists/co-owner",
  giftListMoveLink: () => "/gift-lists/move",
  giftListLinkSent: () => "/gift-lists/check-your-e-mail",
  ownGiftList: (listId: string, query?: PathQuery) => withQuery(`/gift-lists/mine/${listId}`, query),
  editGiftList: (listId: string) => `/gift-lists/mine/${listId}/edit`,
  editGift: (listId: string, giftId: string) => `/gift-lists/mine/${listId}/gifts/${giftId}`,
  giftListCards: (listId: string) => `/gift-lists/mine/${listId}/cards`,
  giftListThanks: (listId: string, query?: PathQuery) =>
    withQuery(`/gift-lists/mine/${listId}/thanks`, query),
  giftListThanksFile: (listId: string) => `/gift-lists/mine/${listId}/thanks.csv`,
  swapGift: (listId: string) => `/gift-lists/mine/${listId}/swap`,
  showGifts: (listId: string) => `/gift-lists/mine/${listId}/show`,
  giftListOwners: (listId: string) => `/gift-lists/mine/${listId}/owners`,
  closeGiftList: (listId: string) => `/gift-lists/mine/${listId}/close`,
  newGiftListLink: (listId: string) => `/gift-lists/mine/${listId}/new-link`,
  /** `code` as it is written on cards, "7K4P-9QWX". */
  giftList: (code: string, query?: PathQuery) => withQuery(`/list/${code}`, query),
  giveGift: (code: string, giftId: string, query?: PathQuery) =>
    withQuery(`/list/${code}/give/${giftId}`, query),
  giftAlert: (code: string, giftId: string) => `/list/${code}/alert/${giftId}`,
  giftAlertLink: () => "/list/alert",
  ownGift: (query?: PathQuery) => withQuery("/list/gift", query),
};
