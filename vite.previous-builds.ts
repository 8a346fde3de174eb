/** Keeps the files of the build before, which open browsers and processes still ask for (decision 0018). */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import type { Plugin, Rollup } from "vite";

/** Where it is noted which files belong to which build: a list for each, the newest first. Never served. */
const LISTS = "builds.json";
/** This build and the one before. */
const BUILDS_STORED = 2;
/** Files whose names change with their content; others go as soon as a build has none of them. */
const NAMED_BY_CONTENT = /^(?:client|server)\/assets\//;
/** When this build began: it runs in a process of its own. */
const STARTED_AT = performance.timeOrigin;

type Lists = ReadonlyArray<ReadonlyArray<string>>;

/**
 * Takes the emptying of folders over from Vite and Remix, which would leave open processes without their files for as
 * long as a build takes; afterwards what neither this build nor the one before has is removed. Put it after all that
 * writes beside what was built.
 */
export function keepFilesOfBuildBefore(): Plugin {
  let folder: string | null = null;
  let browserFolder: string | null = null;
  const moved = new Set<string>();
  return {
    name: "keep-files-of-build-before",
    apply: "build",
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved({ root, build }) {
      // The server's build comes last.
      folder = build.ssr ? resolve(root, build.outDir, "..") : null;
      browserFolder = build.ssr ? null : resolve(root, build.outDir);
    },
    generateBundle: {
      // After the manifest of all of them is made.
      order: "post",
      handler(_, bundle) {
        if (browserFolder) leaveThoseThatAreThere(browserFolder, bundle);
      },
    },
    writeBundle(_, bundle) {
      // Remix moves images and the like to the browser's files, unless they are there from the build before.
      for (const name of Object.keys(bundle)) moved.add(`client/${name}`);
    },
    closeBundle() {
      if (folder) removeOlder(folder, moved);
    },
  };
}

/**
 * A file that is there already is not written again: for a moment it would be empty, and whoever asks for it in that
 * moment would get less than was announced, and the next answer for the rest.
 */
function leaveThoseThatAreThere(folder: string, bundle: Rollup.OutputBundle): void {
  const now = new Date();
  for (const [name, output] of Object.entries(bundle)) {
    const file = join(folder, name);
    if (!NAMED_BY_CONTENT.test(`client/${name}`) || !existsSync(file)) continue;
    const text = output.type === "chunk" ? output.code : output.source;
    if (!readFileSync(file).equals(Buffer.from(text))) continue;
    Reflect.deleteProperty(bundle, name);
    // It belongs to this build as well, and so does what was packed of it.
    for (const own of [file, `${file}.br`]) if (existsSync(own)) utimesSync(own, now, now);
  }
}

function removeOlder(folder: string, moved: ReadonlySet<string>): void {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name !== LISTS && statSync(join(folder, name)).isFile(),
  );
  const own = files.filter((name) => moved.has(name) || statSync(join(folder, name)).mtimeMs >= STARTED_AT);
  const known = listsIn(folder) ?? [files.filter((name) => !own.includes(name))];
  const isSame = JSON.stringify(known[0]) === JSON.stringify(own);
  const lists = isSame ? known : [own, ...known].slice(0, BUILDS_STORED);
  const stored = new Set([...own, ...lists.flat().filter((name) => NAMED_BY_CONTENT.test(name))]);
  for (const name of files) if (!stored.has(name)) rmSync(join(folder, name));
  writeFileSync(join(folder, LISTS), JSON.stringify(lists));
}

/** Null before the first build that keeps a list. */
function listsIn(folder: string): Lists | null {
  const file = join(folder, LISTS);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Lists) : null;
}
