import { errorsWith } from "./errors-with.ts";

export const PAGE_ERRORS = {
  ...errorsWith(409, {
    "page-needed": "The shop needs this page at this address: the law or links of its own do",
    "page-address-taken": "Another page has this address, or had it",
    "page-never-published": "This page has never been published",
    "page-file-unchanged": "The file has not changed since, or somebody has decided meanwhile",
    "page-order-changed":
      "Somebody else has changed the order meanwhile. This is how it is now: move the page again",
    "desk-draft-changed":
      "Somebody else has changed this since you opened the page. Nothing was discarded: look at it first",
    "content-elsewhere": "A content server has the articles and pages. Change them there",
  }),
  ...errorsWith(422, {
    "page-image-unknown": "Choose one of the images",
  }),
};
