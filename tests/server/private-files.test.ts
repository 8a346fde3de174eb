/** Who on the machine can read what the shop writes: its own user alone, whatever was there before. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { copySeededDatabase } from "#tests/support/shops/seeded-database.ts";
import { freePort } from "#tests/support/shops/listening.ts";
import { environment } from "#tests/support/shops/server.ts";
import { emailThat } from "#tests/support/shops/shop-data.ts";
import { untilOpen } from "#tests/support/shops/until-open.ts";

const RAINBOW_MUTED = 5000;

/** Arguments for `sh` that run `script` under the umask of most machines, which lets everybody read new files. */
function underUsualUmask(...args: ReadonlyArray<string>): Array<string> {
  return ["-c", 'umask 022; exec "$0" "$@"', process.execPath, ...args];
}

/** Every file and folder in `folder`, and itself, that the group or others may do anything with. */
function openToOthers(folder: string): ReadonlyArray<string> {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return entries.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
}

test("in a folder that was readable before, all files of a start, an order, a backup and exports are private", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shop-private-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  // As an older version of the shop has left it.
  await copySeededDatabase("demo", join(dataDir, "shop.db"));
  chmodSync(join(dataDir, "shop.db"), 0o644);
  const port = await freePort();
  const env = environment({ DATA_DIR: dataDir, PORT: String(port) });
  const run = (...words: ReadonlyArray<string>) =>
    spawnSync("sh", underUsualUmask("--import", "tsx", "scripts/shop.ts", ...words), {
      env,
      encoding: "utf8",
    });
  const child = spawn("sh", underUsualUmask("scripts/start.mjs"), { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  try {
    const output = await untilOpen(child);
    const shopper = new Shopper(`http://localhost:${port}`);
    await addToBasket(shopper, RAINBOW_MUTED);
    await payAt(shopper, await goToPayment(shopper));
    await shopper.get("/image/products/rainbow-stacker-1.jpg?w=320");
    await emailThat({ dataDir }, () => true);
    const commands = [
      run("backup", "--out", join(dataDir, "backups")),
      run("export", "orders", "--out", join(dataDir, "orders.csv")),
      run("export", "products", "--out", join(dataDir, "products.csv")),
    ];
    const doctor = run("doctor");
    const names = readdirSync(dataDir, { recursive: true, encoding: "utf8" });

    expect(commands.map(({ status }) => status)).toEqual([0, 0, 0]);
    for (const part of [
      "shop.db-wal",
      "secrets.json",
      "orders.csv",
      "products.csv",
      ".eml",
      "manifest.json",
      "images/",
    ])
      expect(
        names.some((name) => name.includes(part)),
        part,
      ).toBe(true);
    expect(openToOthers(dataDir)).toEqual([]);
    expect(output).toContain(
      `Warning: other users of this machine can open DATA_DIR (mode 755): chmod 700 ${dataDir}`,
    );
    expect(doctor.stdout).toMatch(/^warn +data folder +other users .*chmod 700/m);
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
