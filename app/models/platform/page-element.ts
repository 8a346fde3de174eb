/** The element that holds the page: scripts take over what is in it, and nothing else of the document. */
export const PAGE_ID = "page";
