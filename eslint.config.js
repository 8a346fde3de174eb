/** The import law and the house style, as tables that a lint can hold people to. */
import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import globals from "globals";
import tseslint from "typescript-eslint";

const FRAMEWORK = ["@remix-run/*", "react", "react-dom", "react-dom/*", "remix-utils", "remix-utils/*"];
const DATABASE_DRIVERS = ["kysely", "better-sqlite3", "better-sqlite3-12", "pg"];
const NODE = ["node:*"];
const SERVER_FILES = ["#app/**/*.server.*", "./*.server.*"];

const CONFIG = ["#app/config.server.*", "#app/config/*"];
const DB = "#app/db/*";
const HTTP = "#app/http/*";
const ROUTES = ["#app/routes/*", "#app/routes.ts"];
const COMPONENTS = ["#app/components/*", "#app/hooks/*", "#app/styles/*"];
const MODEL_QUERIES = "#app/models/*.server.*";
const SERVICES = "#app/services/*";
const ADAPTERS = "#app/services/*.server.*";

/**
 * The nouns of the shop, lowest first, and the nouns that each may import; what lies deeper (`catalogue/inventory`,
 * `listing/listing-index`, `order/payment`) belongs to its noun. From "seo" on they are listeners: no noun above that
 * line imports one; app/listeners.server.ts joins them to what they listen to.
 */
export const NOUNS = {
  shared: [],
  platform: ["shared"],
  jobs: ["shared"],
  passkey: ["shared"],
  store: ["platform", "shared"],
  email: ["shared", "store"],
  shipping: ["platform", "shared", "store"],
  catalogue: ["jobs", "platform", "shared", "shipping", "store"],
  listing: ["catalogue", "platform", "shared", "store"],
  coupon: ["catalogue", "email", "platform", "shared", "shipping", "store"],
  customer: ["email", "jobs", "passkey", "platform", "shared", "store"],
  staff: ["customer", "email", "jobs", "passkey", "platform", "shared", "store"],
  // What is declared, and the three functions that write it.
  resource: ["platform", "shared", "staff", "store"],
  wishlist: ["catalogue", "customer", "shared", "store"],
  content: ["catalogue", "customer", "email", "jobs", "listing", "shared", "shipping", "store"],
  search: ["catalogue", "content", "jobs", "listing", "platform", "shared", "store"],
  cart: ["catalogue", "customer", "platform", "coupon", "shared", "shipping", "store"],
  order: [
    ...["cart", "catalogue", "customer", "email", "jobs"],
    ...["platform", "coupon", "shared", "shipping", "store"],
  ],
  review: ["catalogue", "email", "jobs", "order", "platform", "shared", "store"],
  checkout: ["cart", "catalogue", "customer", "email", "order", "platform", "shared", "shipping", "store"],
  desk: [
    ...[
      "analytics",
      "cart-recovery",
      "catalogue",
      "content",
      "customer",
      "gift-list",
      "health",
      "jobs",
      "newsletter",
      "order",
      "platform",
      "privacy",
      "coupon",
    ],
    ...["resource", "review", "seo", "shared", "shipping", "staff", "store"],
  ],
  // Listeners.
  seo: ["catalogue", "content", "listing", "platform", "shared", "shipping", "store"],
  analytics: ["cart", "jobs", "order", "platform", "shared"],
  "stock-alert": ["catalogue", "customer", "email", "jobs", "platform", "shared", "store"],
  "gift-list": [
    ...["cart", "catalogue", "checkout", "customer", "email", "jobs"],
    ...["order", "platform", "coupon", "shared", "shipping", "store"],
  ],
  marketing: ["cart", "catalogue", "email", "jobs", "order", "seo", "shared", "shipping", "store"],
  newsletter: ["customer", "email", "jobs", "marketing", "platform", "shared", "store"],
  "cart-recovery": [
    ...["cart", "catalogue", "email", "jobs", "marketing"],
    ...["newsletter", "order", "shared", "store"],
  ],
  privacy: [
    ...["cart", "content", "customer", "gift-list", "marketing", "newsletter", "order"],
    ...["platform", "review", "shared", "wishlist"],
  ],
  health: [
    "analytics",
    "catalogue",
    "content",
    "email",
    "jobs",
    "order",
    "search",
    "shipping",
    "staff",
    "store",
  ],
  "email-previews": [
    ...["cart", "cart-recovery", "content", "customer", "email", "gift-list", "health", "newsletter"],
    ...["order", "review", "shared", "shipping", "staff", "stock-alert", "store"],
  ],
};

const RULES_NEVER = [
  ...FRAMEWORK,
  ...DATABASE_DRIVERS,
  ...NODE,
  ...SERVER_FILES,
  ...CONFIG,
  DB,
  HTTP,
  ...ROUTES,
  ...COMPONENTS,
  SERVICES,
  "#app/paths.ts",
  "#app/path-builders.ts",
  "#app/desk-paths.ts",
  "#app/gift-list-paths.ts",
];
const MODELS_NEVER = [...FRAMEWORK, ...CONFIG, HTTP, ...ROUTES, ...COMPONENTS];

/** Two rows for each noun: its rules and its models, which both know the same nouns. */
const nounLayers = Object.entries(NOUNS).flatMap(([noun, allowed]) => {
  const others = Object.keys(NOUNS).filter((other) => other !== noun && !allowed.includes(other));
  const never = others.map((other) => `#app/models/${other}/*`);
  return [
    {
      name: `rules of ${noun}`,
      files: [`app/models/${noun}/**/*.ts`],
      ignores: ["app/models/**/*.server.ts"],
      never: [...RULES_NEVER, ...never],
      because: `rules are pure, and ${noun} imports the nouns below it (NOUNS)`,
    },
    {
      name: `models of ${noun}`,
      files: [`app/models/${noun}/**/*.server.ts`],
      never: [...MODELS_NEVER, "#app/listeners.server.ts", ...never],
      because: `models know nothing of pages, and ${noun} imports the nouns below it (NOUNS)`,
    },
  ];
});

/**
 * Who may not import whom (docs/architecture.md). A later row wins over an earlier one for the same file.
 * Every pattern is matched against the specifier as written; `../` is forbidden everywhere, so none escapes.
 */
export const LAYERS = [
  ...nounLayers,
  {
    name: "ports",
    files: ["app/services/*/*-port.ts"],
    never: [
      ...FRAMEWORK,
      ...DATABASE_DRIVERS,
      ...NODE,
      ...SERVER_FILES,
      ...CONFIG,
      DB,
      HTTP,
      ...ROUTES,
      ...COMPONENTS,
      MODEL_QUERIES,
      ADAPTERS,
    ],
    because: "a port imports rules only",
  },
  {
    name: "config",
    files: ["app/config.server.ts", "app/config/*.ts"],
    never: [...FRAMEWORK, ...DATABASE_DRIVERS, "#app/*"],
    because: "the environment knows nothing of the shop",
  },
  {
    name: "fairness",
    files: ["app/event-loop-fairness.server.ts"],
    never: ["#app/*", "./*"],
    because: "a pause for other requests has nothing to do with the shop",
  },
  {
    name: "db",
    files: ["app/db/**/*.ts"],
    ignores: ["app/db/seed/**"],
    never: [...FRAMEWORK, HTTP, ...ROUTES, ...COMPONENTS, MODEL_QUERIES, SERVICES],
    because: "tables know rules, config and fairness only",
  },
  {
    name: "seed",
    files: ["app/db/seed/**/*.ts"],
    never: [...FRAMEWORK, HTTP, ...ROUTES, ...COMPONENTS, SERVICES],
    because: "the import of a catalogue writes through tables and models",
  },
  {
    name: "services",
    files: ["app/services/*/*.server.ts"],
    never: [...FRAMEWORK, HTTP, ...ROUTES, ...COMPONENTS, MODEL_QUERIES],
    because: "an adapter knows ports, rules and config",
  },
  {
    name: "vendor adapters",
    files: ["app/services/*/*.server.ts"],
    ignores: ["app/services/*/*-embedded*.server.ts"],
    never: [...FRAMEWORK, ...DATABASE_DRIVERS, DB, HTTP, ...ROUTES, ...COMPONENTS, MODEL_QUERIES],
    because: "only embedded adapters may use the shop's own database",
  },
  {
    name: "http",
    files: ["app/http/**/*.{ts,tsx}"],
    never: [...DATABASE_DRIVERS, ...ROUTES, ...COMPONENTS, SERVICES, DB],
    // Which database a request reads from, and whether an error means that it does not answer.
    except: ["#app/db/replica.server.ts", "#app/db/dialect.server.ts"],
    because: "requests and answers stand between pages and models",
  },
  {
    name: "components",
    files: ["app/components/**/*.{ts,tsx}", "app/hooks/**/*.{ts,tsx}"],
    never: [
      ...DATABASE_DRIVERS,
      ...NODE,
      ...SERVER_FILES,
      ...CONFIG,
      DB,
      HTTP,
      ...ROUTES,
      ADAPTERS,
      "zod",
      "@remix-run/node",
    ],
    because: "what it looks like runs in the browser",
  },
  {
    name: "routes",
    files: ["app/routes/**/*.{ts,tsx}"],
    never: [...DATABASE_DRIVERS, ...CONFIG, DB],
    because: "a door asks a model; it never queries",
  },
  {
    name: "paths",
    files: ["app/*paths.ts", "app/path-builders.ts", "app/path-query.ts", "app/routes.ts"],
    never: ["#app/*", "./*"],
    except: ["./path-builders.ts", "./path-query.ts", "./models/platform/addresses.ts"],
    because: "the tables of contents import nothing of ours but the table of addresses",
  },
];

/** A glob as a regular expression: the lint's own globs read a leading # as a comment. */
const asRegex = (globs) =>
  globs
    .map(
      (glob) =>
        `^${glob
          .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
          .replaceAll("**", "*")
          .replaceAll("*", ".*")}$`,
    )
    .join("|");

const neverRegex = ({ never, except }) =>
  except ? `^(?!${asRegex(except)})(?:${asRegex(never)})` : asRegex(never);

const NO_PARENT = {
  group: ["../*", "..", "./../*"],
  message: "A neighbour is ./x.ts, anything else #app/<folder>/x.ts.",
};

const layerRules = LAYERS.map((layer) => ({
  name: `layer: ${layer.name}`,
  files: layer.files,
  ...(layer.ignores ? { ignores: layer.ignores } : {}),
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          NO_PARENT,
          { regex: neverRegex(layer), message: `Import law (${layer.name}): ${layer.because}.` },
        ],
      },
    ],
  },
}));

const WAY_OUT = "Calls to others go through app/services/outgoing: it limits time and length.";

/** What opens connections by itself, and so may be used by app/services/outgoing alone. */
const OPENERS = [
  ...["http", "https", "http2", "tls", "dgram"].flatMap((name) => [{ name: `node:${name}` }, { name }]),
  ...["node:net", "net"].map((name) => ({
    name,
    importNames: ["default", "connect", "createConnection", "Socket"],
  })),
  ...["undici", "axios", "got", "ky", "node-fetch", "cross-fetch"].map((name) => ({ name })),
].map((opener) => ({ ...opener, message: WAY_OUT, allowTypeImports: true }));

const TIMELESS = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "A rule is given `now`." },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: "A rule is given `now`.",
  },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: "A rule has no chance in it.",
  },
];

/** Names that responses of the server have in this code. */
const RESPONSES = "/^(?:res|response|answer)$/";
const LISTENING = "/^(?:on|once|addListener|prependListener|prependOnceListener)$/";
const ENDS = "/^(?:close|finish)$/";
/** app/http/server/open-requests.server.ts says why. */
const END_OF_REQUEST = {
  selector: `CallExpression[callee.object.name=${RESPONSES}][callee.property.name=${LISTENING}][arguments.0.value=${ENDS}]`,
  message: "Use whenRequestEnds: a response alone does not always say that it has ended.",
};

export default tseslint.config(
  { ignores: ["build/**", "data/**", "node_modules/**", "public/**", "content/**", "coverage/**"] },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/array-type": ["error", { default: "generic" }],
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", prefer: "type-imports" },
      ],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // Deprecated for single fetch, which is off: without it `json` is the way to answer.
      "@typescript-eslint/no-deprecated": [
        "error",
        {
          allow: [
            { from: "package", name: ["json"], package: "@remix-run/node" },
            { from: "package", name: ["json"], package: "@remix-run/server-runtime" },
          ],
        },
      ],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      // Remix throws Responses: that is its way to answer from inside a loader.
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unnecessary-condition": ["error", { allowConstantLoopConditions: true }],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}", "scripts/**/*.ts"],
    rules: {
      complexity: ["error", 10],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 3],
      "no-console": "error",
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Read app/config.server.ts." },
        { object: "globalThis", property: "fetch", message: WAY_OUT },
      ],
      "no-restricted-imports": ["error", { patterns: [NO_PARENT] }],
    },
  },
  {
    // Browser code asks the shop itself; the guard wraps the server, and calls nobody.
    files: ["app/**/*.{ts,tsx}"],
    ignores: [
      "app/services/outgoing/**",
      "app/http/server/front-server.server.ts",
      "app/components/**",
      "app/hooks/**",
      "app/entry.client.tsx",
    ],
    rules: {
      "@typescript-eslint/no-restricted-imports": ["error", { paths: OPENERS }],
      "no-restricted-globals": [
        "error",
        ...["fetch", "WebSocket", "EventSource", "XMLHttpRequest"].map((name) => ({
          name,
          message: WAY_OUT,
        })),
      ],
    },
  },
  {
    files: ["app/config.server.ts", "app/config/*.ts", "scripts/**/*.ts"],
    rules: { "no-restricted-properties": "off" },
  },
  { files: ["scripts/**/*.ts"], rules: { "no-console": "off" } },
  {
    files: ["app/**/*.tsx"],
    ...jsxA11y.flatConfigs.strict,
    languageOptions: { ...jsxA11y.flatConfigs.strict.languageOptions, globals: globals.browser },
  },
  ...layerRules,
  {
    // What app/services listens to are the answers of others.
    files: ["app/http/**/*.ts", "app/routes/**/*.{ts,tsx}", "app/entry.server.tsx"],
    ignores: ["app/http/server/open-requests.server.ts"],
    rules: { "no-restricted-syntax": ["error", END_OF_REQUEST] },
  },
  {
    files: ["app/models/**/*.ts"],
    ignores: ["app/models/**/*.server.ts"],
    rules: { "no-restricted-syntax": ["error", ...TIMELESS] },
  },
  {
    files: ["tests/**/*.{ts,tsx}"],
    ignores: ["tests/support/fast-check.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [NO_PARENT],
          paths: [{ name: "fast-check", message: "Import tests/support/fast-check.ts: its seed is fixed." }],
        },
      ],
    },
  },
  {
    files: ["tests/**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
    },
  },
  { files: ["**/*.{js,mjs}"], ignores: ["app/**"], languageOptions: { globals: globals.node } },
  { files: ["app/**/*.js"], languageOptions: { globals: globals.browser } },
);
