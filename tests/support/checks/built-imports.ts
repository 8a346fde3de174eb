/** What the built modules of the browser import, from the files of the build. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const CLIENT = "build/client";
/** Not of `import(…)`, which comes when it is needed. */
const IMPORT = /\b(?:import|from)\s*"\.\/([^"]+\.js)"/g;

/** Paths ("/assets/form-1a2b3c4.js") of all that these modules import, and of what that imports in turn; without themselves. */
export function importsOf(...modules: ReadonlyArray<string>): ReadonlyArray<string> {
  const found = new Set(modules);
  // A set goes on with what is added to it meanwhile.
  for (const module of found)
    for (const [, file = ""] of readFileSync(join(CLIENT, module), "utf8").matchAll(IMPORT))
      found.add(`/assets/${file}`);
  return [...found].filter((module) => !modules.includes(module));
}
