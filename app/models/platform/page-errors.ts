export const PAGE_ERRORS = {
  "page-needed": {
    status: 409,
    message: "The shop needs this page at this address: the law or links of its own do",
  },
  "page-address-taken": { status: 409, message: "Another page has this address, or had it" },
  "page-image-unknown": { status: 422, message: "Choose one of the images" },
  "page-never-published": { status: 409, message: "This page has never been published" },
  "page-file-unchanged": {
    status: 409,
    message: "The file has not changed since, or somebody has decided meanwhile",
  },
  "page-order-changed": {
    status: 409,
    message: "Somebody else has changed the order meanwhile. This is how it is now: move the page again",
  },
  "desk-draft-changed": {
    status: 409,
    message:
      "Somebody else has changed this since you opened the page. Nothing was discarded: look at it first",
  },
  "content-elsewhere": {
    status: 409,
    message: "A content server has the articles and pages. Change them there",
  },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
