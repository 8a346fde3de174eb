import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";

import remixConfig from "./remix.config.js";

/** Modules of nearly every page: one file each costs more in headers than it saves. Without zod. */
const SHARED =
  /\/app\/(?:components\/(?:ui|layout|form)\/|components\/product\/(?:product-card|product-grid|mini-row)|components\/cart\/(?:added-panel|mini-basket|use-add-to-cart|submitted-fields)|hooks\/|paths\.ts|http\/meta\.ts|models\/(?:money|cart|stock|added-to-cart|age|result)\.ts)/;

export default defineConfig({
  plugins: [remix(remixConfig), packAssets()],
  server: { host: "127.0.0.1" },
  build: {
    target: "es2022",
    sourcemap: false,
    assetsInlineLimit: 0,
    // All styles packed are 14 kB: one file for the whole shop.
    cssCodeSplit: false,
    rollupOptions: {
      output: { manualChunks: (id) => (SHARED.test(id) ? "shared" : undefined) },
    },
  },
});

/** Writes a `.br` beside each script and style, packed as small as it goes; the guard hands them out. */
function packAssets(): Plugin {
  let folder: string | null = null;
  return {
    name: "pack-assets",
    apply: "build",
    configResolved({ root, build }) {
      folder = build.ssr ? null : join(root, build.outDir, build.assetsDir);
    },
    closeBundle() {
      if (!folder) return;
      for (const file of readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))) {
        const path = join(folder, file);
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
      }
    },
  };
}
