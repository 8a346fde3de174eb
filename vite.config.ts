import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";

import remixConfig from "./remix.config.js";
import { keepFilesOfBuildBefore } from "./vite.previous-builds.ts";
import { announceLostParts } from "./vite.chunk-errors.ts";
import { leaveOutUnused } from "./vite.single-fetch-stub.ts";

/** Modules that nearly every page has: one file each costs more in headers than it saves. None of them needs zod. */
const SHARED = new RegExp(
  "/app/(?:" +
    [
      "components/ui/(?:badge|breadcrumbs|button|colour-dots|count-dot|details|dialog|icon|loading-bar|meter-bar|notice|payment-cards|shop-image|price-text|star-rating|rating-stars|star-shape|cached-fragment)[.]",
      "components/layout/(?!checkout-frame|search-suggestions|use-lost-focus)",
      "components/product/(?:product-card|product-grid|product-carousel)",
      "components/form/(?:field[.]|select-field)",
      "components/cart/(?:mini-basket|use-add-to-cart)",
      "hooks/(?!use-order-poll|use-combobox|use-suggestions|use-form-autosave|use-persisted-details|last-online|cached-data|cookie-check)",
      "path-builders[.]ts",
      "http/response/meta[.]ts",
      "models/(?:shared/money|cart/cart|catalogue/inventory/stock|cart/added-to-cart|catalogue/age|shared/result|catalogue/product)[.]ts",
    ].join("|") +
    ")",
);

/** Styles that many pages have: a request each costs more than the bytes of those that have no use for some of them. */
const SHARED_STYLES = new RegExp(
  "/app/(?:" +
    [
      "styles/",
      "components/form/",
      "components/layout/",
      "components/ui/(?!swatches)",
      "components/age/(?!age-scale)",
      "components/newsletter/",
      "components/compare/compare-(?:tray|button)",
      "components/cart/mini-basket",
      "components/favourites/save-button",
      "components/auth/auth-frame",
      "components/content/article-grid",
    ].join("|") +
    ").*[.]css$",
);

/** What pages of a kind have in common, or would have nearly alone. */
const STYLES_OF_KIND: ReadonlyArray<readonly [string, RegExp]> = [
  ["reading", /\/app\/components\/(?:content\/(?!home)|contact\/).*[.]css$/],
  ["lists", /\/app\/components\/listing\/.*[.]css$/],
  ["buying", /\/app\/components\/(?:cart|checkout|order|auth\/auth-offer)[/.].*css$/],
  ["kept", /\/app\/components\/(?:favourites|compare)\/.*[.]css$/],
  ["customer", /\/app\/components\/(?:customer|auth)\/.*[.]css$/],
];

/** What every page with a form has; lists and articles have none. */
const FORM =
  /\/app\/(?:components\/form\/(?:owner-field|submit-button|text-field|error-summary|refusal-notice|check-field|honeypot-field)[.]tsx|models\/(?:shared\/honeypot|email\/address)[.]ts)$/;

/** The product page as one file, though the page of samples shows parts of it: together they pack smaller. */
const PRODUCT =
  /\/app\/(?:components\/(?:product\/(?!product-card|product-grid|product-carousel|product-set|alert-|gift-lines|zoom-dialog)|ui\/swatches|age\/age-scale))/;

/** Small parts of the product page that other pages have too, and would else have to fetch it for. */
const OFTEN_USED: ReadonlyArray<readonly [string, RegExp]> = [
  ["quantity", /\/app\/(?:components\/ui\/quantity|models\/cart\/gift)[.]/],
  ["words", /\/app\/models\/catalogue\/personalisation[.]/],
  ["set", /\/app\/(?:components\/product|models\/catalogue)\/product-set[.]tsx?$/],
  ["pagination", /\/app\/components\/ui\/pagination[.]/],
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix(remixConfig),
    announceLostParts(),
    leaveOutUnused(),
    packAssets(),
    keepFilesOfBuildBefore(),
    noteStart(),
  ],
  server: { host: "127.0.0.1" },
  css: { modules: { generateScopedName: className } },
  // In files of their own these take the server as long to find and read as all the rest of it.
  ssr: { noExternal: ["kysely"] },
  build: {
    target: "es2022",
    sourcemap: false,
    assetsInlineLimit: 0,
    // The browser's files are 5 kB smaller for every first visit than esbuild makes them, packed (decision 0021).
    minify: isSsrBuild ? false : "terser",
    terserOptions: { ecma: 2020, module: true, compress: { passes: 2 } },
    rollupOptions: {
      output: {
        manualChunks: chunkOf,
        // Shorter than by default: the list of routes names each file (0.2 kB of every first visit); Rollup wants seven
        // for scripts.
        assetFileNames: "assets/[name]-[hash:6][extname]",
        ...(isSsrBuild ? {} : { chunkFileNames: chunkFileName, entryFileNames: "assets/[name]-[hash:7].js" }),
      },
    },
  },
}));

/** In development there is no guard to say when a request goes on to the loaders (app/http/remix/server-timing.server.ts). */
function noteStart(): Plugin {
  return {
    name: "note-start",
    configureServer: (server) => {
      server.middlewares.use((request, _, next) => {
        request.headers["x-shop-passed"] = String(performance.now());
        next();
      });
    },
  };
}

/** Shorter than by default, which adds the number of the line: 0.5 kB of the scripts of a product page. */
function className(name: string, _file: string, css: string): string {
  return `${name}_${createHash("sha256").update(css).digest("base64url").slice(0, 4)}`;
}

/** What several routes share has no name but its hash: 0.6 kB of a first visit, whose list of routes names it. */
function chunkFileName({ isDynamicEntry }: Readonly<{ isDynamicEntry: boolean }>): string {
  return isDynamicEntry ? "assets/[name]-[hash:7].js" : "assets/[hash:7].js";
}

function chunkOf(id: string): string | undefined {
  if (/\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run)\//.test(id))
    return "remix";
  const file = id.replace(/\?.*$/, "");
  if (SHARED_STYLES.test(file)) return "shared";
  const kind = STYLES_OF_KIND.find(([, styles]) => styles.test(file));
  if (kind) return kind[0];
  if (FORM.test(id)) return "form";
  const often = OFTEN_USED.find(([, modules]) => modules.test(id));
  if (often) return often[0];
  if (PRODUCT.test(id)) return "product-parts";
  return SHARED.test(id) ? "shared" : undefined;
}

/** Addresses for programs, and the desk: scripts never go there, so the list of routes that every browser fetches leaves them out. */
const WITHOUT_SCRIPT =
  /^routes\/(?:api|files|desk|analytics)\/|\/(?:one-click|thanks-file|export|passkey-challenge)$/;
/**
 * A browser reads what a route imports only to fetch it before a press: from a link with `prefetch`, or for a form that
 * goes to the basket. Where such a link leads to any other route, only its module is fetched ahead: the owner may type
 * any address for the home page and for the search.
 */
const FETCHED_AHEAD =
  /^(?:routes\/(?:catalogue|content|cart|storefront)\/|category-|product-|search-query$|contact-alias$|routes\/checkout\/(?:layout|checkout)$)/;
const ROUTE_LIST = /^window\.__remixManifest=(\{.*\});$/s;
/** The id of a route is its key in the list. */
const IDS = "for(const id in __remixManifest.routes)__remixManifest.routes[id].id=id;";

type Manifest = Readonly<{
  entry: Readonly<{ imports: ReadonlyArray<string> }>;
  routes: Readonly<
    Record<string, Readonly<{ imports?: ReadonlyArray<string>; css?: ReadonlyArray<string> }>>
  >;
}>;

/**
 * Takes out of the browser's list of routes what it never uses, every "false", which is what is not said, the ids, files
 * that every page has, and imports that nothing fetches ahead. Buys 2 kB of a first visit, 2 %: without it a product
 * page is above its budget of scripts (decision 0021).
 */
function trimRoutes(folder: string): void {
  for (const file of readdirSync(folder).filter((name) => /^manifest-.*\.js$/.test(name))) {
    const path = resolve(folder, file);
    const before = readFileSync(path, "utf8");
    const list = ROUTE_LIST.exec(before)?.[1];
    if (!list) continue;
    const manifest = JSON.parse(list) as Manifest;
    const loaded = new Set([...manifest.entry.imports, ...(manifest.routes["root"]?.css ?? [])]);
    const routes = Object.entries(manifest.routes)
      .filter(([id]) => !WITHOUT_SCRIPT.test(id))
      .map(([id, { imports = [], css = [], ...route }]) => {
        const others = FETCHED_AHEAD.test(id) ? imports.filter((file) => !loaded.has(file)) : [];
        const styles = id === "root" ? css : css.filter((file) => !loaded.has(file));
        return [
          id,
          {
            ...route,
            id: undefined,
            ...(others.length > 0 ? { imports: others } : {}),
            ...(styles.length > 0 ? { css: styles } : {}),
          },
        ];
      });
    const trimmed = { ...manifest, routes: Object.fromEntries(routes) as Manifest["routes"] };
    const json = JSON.stringify(trimmed, (_, value: unknown) => (value === false ? undefined : value));
    const text = `window.__remixManifest=${json};${IDS}`;
    // One of the build before is left alone.
    if (text !== before) writeFileSync(path, text);
  }
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
      trimRoutes(folder);
      for (const file of readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))) {
        const path = resolve(folder, file);
        if (isPacked(path)) continue;
        // Whole at once: the one of the build before, which is the same, may be on its way to somebody.
        writeFileSync(`${path}.new`, brotliCompressSync(readFileSync(path)));
        renameSync(`${path}.new`, `${path}.br`);
      }
    },
  };
}

function isPacked(path: string): boolean {
  return existsSync(`${path}.br`) && statSync(`${path}.br`).mtimeMs >= statSync(path).mtimeMs;
}
