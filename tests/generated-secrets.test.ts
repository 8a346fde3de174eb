import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { newFolder } from "#tests/support/shops/new-folder.ts";

/** Waits for a byte, so that all processes set out at once. */
const PROGRAM = `
  import { generatedSecrets } from "#app/config/generated-secrets.server.ts";
  process.stdin.once("data", () => {
    console.log(JSON.stringify(generatedSecrets(process.argv[1])()));
    process.exit(0);
  });
  console.log("waiting");
`;

test("processes that start at the same moment generate one set of secrets", async () => {
  const folder = newFolder();
  const processes = Array.from({ length: 3 }, () => startOne(folder));
  await Promise.all(processes.map(({ isWaiting }) => isWaiting));
  const answers = await Promise.all(processes.map(({ go }) => go()));

  expect(new Set(answers)).toEqual(new Set([readFileSync(join(folder, "secrets.json"), "utf8")]));
  expect(readdirSync(folder)).toEqual(["secrets.json"]);
  expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
});

function startOne(folder: string) {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM, folder], {
    cwd: join(import.meta.dirname, ".."),
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const isWaiting = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  const go = () => {
    child.stdin.write(".");
    return new Promise<string>((resolve) => {
      child.once("close", () => resolve(output.replace("waiting\n", "").trim()));
    });
  };
  return { isWaiting, go };
}
