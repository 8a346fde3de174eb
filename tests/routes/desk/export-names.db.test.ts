/** An address alone, however it is written, never gives a file with names: that takes a form and a code. */
import { expect, test } from "vitest";

import { EXPORT_KINDS } from "#app/models/desk/files/export-kinds.ts";
import { loader } from "#app/routes/desk/files/export-file.ts";
import { deskCookieOf } from "#tests/support/people/desk/desk-cookie.ts";
import { answerOf } from "#tests/support/people/loader-requests.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const KINDS = EXPORT_KINDS.map(({ key, names }) => [key, names] as const);
const QUERIES = ["", "?names=on", "?names=on&names=on", "?from=2026-01-01&to=2026-12-31&names=on"];

test.each(KINDS)(
  "the file “%s” (names: %s) is downloaded by its address without names alone",
  async (kind, names) => {
    const cookie = await deskCookieOf("owner");
    for (const query of QUERIES) {
      const address = `http://localhost/desk/files/exports/${kind}/file.csv${query}`;
      const request = new Request(address, { headers: { Cookie: cookie, Host: "localhost" } });

      const { status, headers } = await answerOf(() => loader({ request, params: { kind }, context: {} }));

      const isFile = headers.get("Content-Type")?.startsWith("text/csv") ?? false;
      expect([query, status, isFile]).toEqual([query, names === "always" ? 303 : 200, names !== "always"]);
    }
  },
);
