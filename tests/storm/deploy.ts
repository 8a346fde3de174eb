/** C-02: a copy of the project is open in two processes; its source changes, it is built anew, and taken over. */
import { spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { type Browser, chromium, type Page } from "playwright";

import { CHROMIUM_FLAGS, findChromium, HOW_TO_GET_CHROMIUM } from "#tests/support/people/chromium.ts";
import { addToBasket } from "#tests/support/people/purchase.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import { type RunningCluster, startCluster } from "#tests/support/shops/cluster.ts";
import { environment } from "#tests/support/shops/server.ts";

import { newShelf, PLENTY } from "./catalogue-driver.ts";
import { type Ground, WEBHOOK_SECRET } from "./engine.ts";
import { Breaks, type Measured, NotProvoked, type Storm } from "./row.ts";

const ROOT = resolve(".");
/** What a build needs of its own; the rest is shared with this project. */
const COPIED = ["app", "scripts", "public", "build", "package.json", "tsconfig.json", "remix.config.js"];
const ALSO_COPIED = readdirSync(ROOT).filter((name) => /^vite\..*ts$/.test(name));
const SHARED = ["content", "node_modules", "package-lock.json"];
const VISITORS = 4;
const AFTER_MS = 3_000;

type Tally = { answers: number; failures: Array<string>; isOn: boolean };

/** The row. Needs a browser: what becomes of an open page is half of the question. */
export async function deployed(storm: Storm): Promise<Measured> {
  const executablePath = findChromium();
  if (!executablePath) throw new NotProvoked(HOW_TO_GET_CHROMIUM);
  const ground = await storm.ground();
  const [id = 0] = await newShelf(ground)(PLENTY);
  await ground.lookAway();
  const root = copyOfProject();
  const shop = await openCopy(root, ground);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    return await takeOver({ shop, root, id, browser });
  } finally {
    await browser.close();
    await shop.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

function copyOfProject(): string {
  const root = mkdtempSync(join(tmpdir(), "shop-deploy-"));
  for (const name of [...COPIED, ...ALSO_COPIED])
    cpSync(join(ROOT, name), join(root, name), { recursive: true, preserveTimestamps: true });
  for (const name of SHARED) symlinkSync(join(ROOT, name), join(root, name));
  // Folders are as young as their copy: the build must not look older.
  utimesSync(join(root, "build/server/index.js"), new Date(), new Date());
  return root;
}

function openCopy(root: string, { engine, where, dataDir }: Ground): Promise<RunningCluster> {
  const database: Record<string, string> = engine === "postgres" ? { DATABASE_URL: where } : {};
  const secrets = {
    SESSION_SECRETS: "a-session-secret-for-deploys-long-enough",
    PAYMENT_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  };
  return startCluster({ root, dataDir, env: { ...database, ...secrets } });
}

type Stage = Readonly<{ shop: RunningCluster; root: string; id: number; browser: Browser }>;

async function takeOver({ shop, root, id, browser }: Stage): Promise<Measured> {
  const before = assetsIn((await new Shopper(shop.origin).get("/")).body);
  const page = await browser.newPage();
  const open = await openPage(page, shop);
  const tally: Tally = { answers: 0, failures: [], isOn: true };
  const load = [
    ...Array.from({ length: VISITORS }, (_, index) => visit(shop, { id, isKeeping: index % 2 === 0 }, tally)),
    askForFiles(shop, before, tally),
  ];
  appendFileSync(join(root, "app/entry.client.tsx"), '\nObject.assign(window, { build: "another" });\n');
  const built = await buildAnew(root);
  await shop.renew();
  await pause(AFTER_MS);
  const after = assetsIn((await new Shopper(shop.origin).get("/")).body);
  const moved = await goOn(page, open);
  tally.isOn = false;
  await Promise.all(load);

  const changed = after.filter((path) => !before.includes(path)).length;
  const breaks = new Breaks();
  breaks.unlessEqual(built, 0, "exit code of the build");
  breaks.unless(changed > 0, "the new build is the old one: nothing was proved");
  breaks.unless(tally.answers > 50, `only ${tally.answers} requests were made`);
  breaks.unlessEqual([...new Set(tally.failures)], [], `${tally.failures.length} failed requests`);
  breaks.unless(moved.documents <= 1, `the open browser loaded ${moved.documents} documents`);
  breaks.unlessEqual(moved.errors, [], "errors in the open browser");
  return breaks.measured(
    `${tally.answers} requests, ${tally.failures.length} failed; ${changed} of ${after.length} files are new, ` +
      `the old ones stay; the open browser went on with ${moved.documents} reloads`,
  );
}

/** Scripts and styles that a page names. */
function assetsIn(html: string): ReadonlyArray<string> {
  return [...new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path))];
}

type Visit = Readonly<{ id: number; isKeeping: boolean }>;

/** Looks around and fills a basket, on connections that stay open or on new ones. */
async function visit(shop: RunningCluster, { id, isKeeping }: Visit, tally: Tally): Promise<void> {
  while (tally.isOn) {
    const shopper = new Shopper(shop.origin, isKeeping ? {} : { connection: "close" });
    await note(tally, "GET /", shopper.get("/"), 200);
    await note(tally, "POST /cart", addToBasket(shopper, id), 303);
    await note(tally, "GET /cart", shopper.get("/cart"), 200);
    await pause(100);
  }
}

/** A browser of the build before: it asks for what its pages named. */
async function askForFiles(shop: RunningCluster, paths: ReadonlyArray<string>, tally: Tally): Promise<void> {
  while (tally.isOn) {
    for (const path of paths) await note(tally, `GET ${path}`, new Shopper(shop.origin).get(path), 200);
    await pause(200);
  }
}

async function note(tally: Tally, what: string, answer: Promise<Answer>, right: number): Promise<void> {
  const status = await answer.then(
    (given) => given.status,
    (error: unknown) => String(error),
  );
  tally.answers += 1;
  if (status !== right) tally.failures.push(`${what}: ${status}`);
}

function buildAnew(root: string): Promise<number | null> {
  const cli = join(root, "node_modules/@remix-run/dev/dist/cli.js");
  const child = spawn(process.execPath, [cli, "vite:build"], {
    cwd: root,
    env: environment({}),
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((settle) => child.once("exit", settle));
}

type OpenPage = { documents: number; errors: Array<string> };

/** A listing whose scripts run: from here on a click is no document. */
async function openPage(page: Page, { origin }: RunningCluster): Promise<OpenPage> {
  await page.goto(`${origin}/c/wooden-toys`, { waitUntil: "networkidle" });
  const seen: OpenPage = { documents: 0, errors: [] };
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("request", (request) => {
    if (request.resourceType() === "document") seen.documents += 1;
  });
  return seen;
}

/** Clicks from page to page in the browser that was open all the while. */
async function goOn(page: Page, seen: OpenPage): Promise<OpenPage> {
  for (const kind of ["/p/", "/c/"]) {
    const from = page.url();
    await page.locator(`main a[href^="${kind}"]`).first().click();
    await page.waitForURL((url) => url.href !== from);
    await page.locator("main h1").waitFor();
  }
  return seen;
}
