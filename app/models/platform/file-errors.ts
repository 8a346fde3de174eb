import { errorsWith } from "./errors-with.ts";

export const FILE_ERRORS = {
  ...errorsWith(409, {
    "import-wrong": "{count} lines are wrong. Correct the file and upload it again",
    "import-nothing": "The file changes nothing",
    "import-stale":
      "The shop has changed since this was checked, and nothing was done. Here is the check of now",
    "import-other-check":
      "Nothing was done yet. Here is what it would change now, with your answer about edits by hand",
    "import-earlier-check": "This was checked anew meanwhile, and nothing was done. Here is the check of now",
    "import-not-last": "A later import comes first. Undo that one, then this",
    "import-too-old": "This can be undone for 30 days, and is older",
    "import-in-the-way":
      "Something in the shop has the address or article number of what would come back. Nothing was undone",
    "import-not-applied": "This was not applied, so there is nothing to undo",
  }),
  ...errorsWith(422, {
    "csv-empty": "The file has no rows under its headings",
    "csv-not-text": "This is not a CSV file in UTF-8. Save it from your spreadsheet as “CSV UTF-8”",
    "csv-broken": "We cannot read line {line}. A quotation mark may be missing there",
    "csv-too-wide": "Line {line} has more than {maximum} columns",
    "csv-too-large": "The file has more than a million cells. Split it",
    "csv-too-long": "The file has more than {maximum} rows. Split it",
    "csv-heading-twice": "Two columns are called “{heading}”. Remove one",
    "csv-unusable": "Line {line} has hidden characters. Remove them",
    "import-too-large": "The file is larger than {megabytes} MB. Split it",
    "import-without-name": "The file has no column “{column}”",
    "import-without-column": "The file has none of these columns: {columns}",
    "import-too-many-changes": "The file changes more than {maximum} rows. Split it",
    "import-file-missing": "Choose a file",
    "zip-unreadable": "This is not a ZIP file that we can read. Pack the folder again",
    "zip-unsafe":
      "The ZIP has a link, a password, or a path that leads outside. Pack the folder again without",
    "zip-too-many": "The ZIP has more than {maximum} files",
    "zip-too-much": "The files in the ZIP have more than {megabytes} MB together",
    "zip-too-many-parts":
      "This catalogue is too long to be brought in while the shop serves visitors. Bring it in with the command import-catalogue",
    "zip-twice": "The ZIP has two files called {file}",
    "zip-without-catalogue": "The ZIP has no products.json, neither at its top nor in a folder there",
  }),
  ...errorsWith(503, {
    "import-ended":
      "The work ended without an answer: it took more than three minutes, needed too much memory, or met an error that the server’s log has. Either all of it was done or nothing: this page says which",
  }),
};
