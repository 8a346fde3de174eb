export const FILE_ERRORS = {
  "csv-empty": { status: 422, message: "The file has no rows under its headings" },
  "csv-not-text": {
    status: 422,
    message: "This is not a CSV file in UTF-8. Save it from your spreadsheet as “CSV UTF-8”",
  },
  "csv-broken": { status: 422, message: "We cannot read line {line}. A quotation mark may be missing there" },
  "csv-too-wide": { status: 422, message: "Line {line} has more than {maximum} columns" },
  "csv-too-large": { status: 422, message: "The file has more than a million cells. Split it" },
  "csv-too-long": { status: 422, message: "The file has more than {maximum} rows. Split it" },
  "csv-heading-twice": { status: 422, message: "Two columns are called “{heading}”. Remove one" },
  "csv-unusable": { status: 422, message: "Line {line} has hidden characters. Remove them" },
  "import-too-large": { status: 422, message: "The file is larger than {megabytes} MB. Split it" },
  "import-without-name": { status: 422, message: "The file has no column “{column}”" },
  "import-without-column": { status: 422, message: "The file has none of these columns: {columns}" },
  "import-too-many-changes": {
    status: 422,
    message: "The file changes more than {maximum} rows. Split it",
  },
  "import-file-missing": { status: 422, message: "Choose a file" },
  "zip-unreadable": {
    status: 422,
    message: "This is not a ZIP file that we can read. Pack the folder again",
  },
  "zip-unsafe": {
    status: 422,
    message: "The ZIP has a link, a password, or a path that leads outside. Pack the folder again without",
  },
  "zip-too-many": { status: 422, message: "The ZIP has more than {maximum} files" },
  "zip-too-much": { status: 422, message: "The files in the ZIP have more than {megabytes} MB together" },
  "zip-too-many-parts": {
    status: 422,
    message:
      "This catalogue is too long to be brought in while the shop serves visitors. Bring it in with the command import-catalogue",
  },
  "zip-twice": { status: 422, message: "The ZIP has two files called {file}" },
  "zip-without-catalogue": {
    status: 422,
    message: "The ZIP has no products.json, neither at its top nor in a folder there",
  },
  "import-wrong": { status: 409, message: "{count} lines are wrong. Correct the file and upload it again" },
  "import-nothing": { status: 409, message: "The file changes nothing" },
  "import-stale": {
    status: 409,
    message: "The shop has changed since this was checked, and nothing was done. Here is the check of now",
  },
  "import-ended": {
    status: 503,
    message:
      "The work ended without an answer: it took more than three minutes, needed too much memory, or met an error that the server’s log has. Either all of it was done or nothing: this page says which",
  },
  "import-other-check": {
    status: 409,
    message: "Nothing was done yet. Here is what it would change now, with your answer about edits by hand",
  },
  "import-earlier-check": {
    status: 409,
    message: "This was checked anew meanwhile, and nothing was done. Here is the check of now",
  },
  "import-not-last": { status: 409, message: "A later import comes first. Undo that one, then this" },
  "import-too-old": { status: 409, message: "This can be undone for 30 days, and is older" },
  "import-in-the-way": {
    status: 409,
    message:
      "Something in the shop has the address or article number of what would come back. Nothing was undone",
  },
  "import-not-applied": { status: 409, message: "This was not applied, so there is nothing to undo" },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
