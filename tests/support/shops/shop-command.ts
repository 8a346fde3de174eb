/** The operator's commands, as `npm run shop` runs them, in processes of their own. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { build, type Plugin } from "vite";

import { hashOfFolders, makeOnce, removeOld } from "./make-once.ts";
import { environment } from "./server.ts";

/** Below node_modules, so that packages are found from there. */
const FOLDER = resolve("node_modules/.cache/shop-command");

type Place = Readonly<{ dataDir: string; port?: number }>;
type Printed = Readonly<{ code: number | null; stdout: string; stderr: string }>;

/** `npm run shop -- …args` beside the shop at `place`, whatever becomes of it. */
export async function tryCommand(
  { dataDir, port }: Place,
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Printed> {
  const bundle = await bundleCommands();
  const env = environment({ DATA_DIR: dataDir, ...(port ? { PORT: String(port) } : {}), ...settings });
  const child = spawn(process.execPath, [bundle, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((settle) => {
    child.on("close", (code) => settle({ code, stdout, stderr }));
  });
}

/** The same, for a command that must succeed. Answers with what it printed. */
export async function runCommand(
  place: Place,
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await tryCommand(place, args, settings);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${stderr}${stdout}`);
  return stdout;
}

/** Each module keeps the folder that its source is in: commands find files of the project by it. */
const keepFolders: Plugin = {
  name: "keep-folders",
  transform: (code, id) => code.replaceAll("import.meta.dirname", JSON.stringify(dirname(id))),
};

let bundle: Promise<string> | undefined;

/**
 * The file for node to run: the commands as they are now, bundled once for all tests. It starts in a quarter of the
 * time that `scripts/shop.ts` takes by tsx.
 */
export function bundleCommands(): Promise<string> {
  bundle ??= makeBundle();
  return bundle;
}

async function makeBundle(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const folder = join(FOLDER, hashOfFolders("app", "scripts"));
  await makeOnce(folder, async (unfinished) => {
    // Only now: a bundle that is used may be hours old.
    removeOld(FOLDER);
    await bundleInto(unfinished);
  });
  return join(folder, "shop.mjs");
}

async function bundleInto(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    plugins: [keepFolders],
    build: {
      ssr: resolve("scripts/shop.ts"),
      outDir,
      target: "node20",
      minify: false,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: "shop.mjs", chunkFileNames: "[name]-[hash].mjs" } },
    },
  });
}
