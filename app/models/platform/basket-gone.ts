/** The reason is not known, so none is named. Alone, because browsers get it without the other messages. */
export const BASKET_GONE =
  "Your basket is no longer there. It may have been emptied in another window, or not used for 90 days";
