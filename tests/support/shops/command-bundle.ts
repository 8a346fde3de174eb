/** The operator's commands in one file: starting it takes a quarter of what starting `scripts/shop.ts` by tsx takes. */
import { mkdirSync, mkdtempSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { build, type Plugin } from "vite";

/** Below node_modules, so that packages are found from there. */
const FOLDER = resolve("node_modules/.cache/shop-command");

/** Each module keeps the folder that its source is in: commands find files of the project by it. */
const keepFolders: Plugin = {
  name: "keep-folders",
  transform: (code, id) => code.replaceAll("import.meta.dirname", JSON.stringify(dirname(id))),
};

/** Bundles the commands as they are now, and answers with the file for node to run. */
export async function bundleCommands(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const outDir = mkdtempSync(join(FOLDER, "bundle-"));
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
  return join(outDir, "shop.mjs");
}
