import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";

import remixConfig from "./remix.config.js";

/** Modules that nearly every page has: one file each costs more in headers than it saves. None of them needs zod. */
const SHARED = new RegExp(
  "/app/(?:" +
    [
      "components/ui/(?:badge|breadcrumbs|button|colour-dots|count-dot|details|dialog|icon|loading-bar|meter-bar|notice|payment-cards|pagination|picture|price-text|star-rating|rating-stars|star-shape)[.]",
      "components/layout/(?!checkout-frame|search-suggestions)",
      "components/product/(?:product-card|product-grid|mini-row)",
      "components/cart/(?:added-panel|mini-basket|use-add-to-cart|submitted-fields)",
      "components/form/(?:submit-button|field|text-field|error-summary|check-field)[.]",
      "hooks/(?!use-order-poll|use-combobox)",
      "paths[.]ts",
      "http/meta[.]ts",
      "models/(?:money|cart|stock|added-to-cart|age|result|product)[.]ts",
    ].join("|") +
    ")",
);

export default defineConfig({
  plugins: [remix(remixConfig), packAssets()],
  server: { host: "127.0.0.1" },
  build: {
    target: "es2022",
    sourcemap: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: { manualChunks: chunkOf },
    },
  },
});

function chunkOf(id: string): string | undefined {
  if (/\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run)\//.test(id))
    return "remix";
  return SHARED.test(id) ? "shared" : undefined;
}

/** Writes a `.br` beside each script and style, packed as small as it goes; the guard hands them out. */
function packAssets(): Plugin {
  let folder: string | null = null;
  return {
    name: "pack-assets",
    apply: "build",
    configResolved({ root, build }) {
      // The server's build comes last, and still adds the list of routes to the browser's files.
      folder = build.ssr ? resolve(root, build.outDir, "../client", build.assetsDir) : null;
    },
    closeBundle() {
      if (!folder) return;
      for (const file of readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))) {
        const path = resolve(folder, file);
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
      }
    },
  };
}
