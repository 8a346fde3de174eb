/** What scripts are answered may be kept in a cookie that the browser refuses: they have to ask before they believe it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

/** Forms that a script sends without leaving the page. */
const SENDS = /fetcher\.submit\([\s\S]*?\);|<fetcher\.Form\b[\s\S]*?>|<form\b[^>]*\bonSubmit=[^>]*>/g;
const TO_PATHS = /paths\.(\w+)\(\)/g;
/** The file of each route whose action is asked in this way, by its name among the paths. */
const ROUTES: Readonly<Record<string, string>> = {
  cart: "app/routes/cart/cart.tsx",
  favourites: "app/routes/favourites/favourites.tsx",
  compare: "app/routes/catalogue/compare.tsx",
  consent: "app/routes/privacy/consent.ts",
};
const CHECK = "export { cookieCheckedAction as clientAction }";

const FOLDERS = ["app/components", "app/hooks", "app/routes"];

function filesIn(folder: string): ReadonlyArray<string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
}

function targetsIn(file: string): ReadonlyArray<string> {
  const sent = readFileSync(file, "utf8").match(SENDS) ?? [];
  return sent
    .filter((text) => /method(?:: |=)"post"/.test(text))
    .flatMap((text) => [...text.matchAll(TO_PATHS)].map(([, name = ""]) => name));
}

test("every route that scripts post to in the background checks that the browser stored its cookie", () => {
  const targets = new Set(FOLDERS.flatMap(filesIn).flatMap(targetsIn));

  expect([...targets].sort()).toEqual(Object.keys(ROUTES).sort());
  for (const file of Object.values(ROUTES)) expect(readFileSync(file, "utf8"), file).toContain(CHECK);
});
