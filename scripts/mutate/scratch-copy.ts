/** A copy of a checkout to change and test in: the checkout itself stays as it is, whatever happens. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type ScratchCopy = Readonly<{
  root: string;
  /** For whatever the tests write. */
  temporary: string;
  /** Says what app/, tests/ and all else that decides over the tests consist of. */
  fingerprint: string;
  remove: () => void;
}>;

const DECIDING = ["app", "tests", "scripts", "content", "vitest.config.ts", "package.json"];

/** What is not committed is copied too; packages are linked, but nothing is written beside them. */
export function makeScratchCopy(checkout: string): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), "mutate-"));
  const root = join(folder, "shop");
  const temporary = join(folder, "tmp");
  git(checkout, "worktree", "add", "--quiet", "--detach", root, "HEAD");
  copyChanges(checkout, root);
  linkPackages(checkout, root);
  mkdirSync(temporary);
  // A database server of a test's own belongs to another user, who passes through.
  for (const path of [folder, temporary]) chmodSync(path, 0o711);
  git(root, "add", "--all");
  const tree = git(root, "write-tree").trim();
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    git(checkout, "worktree", "prune");
  };
  const fingerprint = DECIDING.map((name) => git(root, "rev-parse", `${tree}:${name}`).slice(0, 12)).join(
    "-",
  );
  return { root, temporary, fingerprint, remove };
}

function git(cwd: string, ...args: ReadonlyArray<string>): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
}

function copyChanges(checkout: string, root: string): void {
  const listed = git(checkout, "ls-files", "-z", "--modified", "--deleted", "--others", "--exclude-standard");
  const staged = git(checkout, "diff", "-z", "--name-only", "--cached", "HEAD");
  for (const file of new Set(`${listed}${staged}`.split("\0").filter((name) => name !== ""))) {
    const target = join(root, file);
    rmSync(target, { force: true });
    if (!existsSync(join(checkout, file))) continue;
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(checkout, file), target);
  }
}

function linkPackages(checkout: string, root: string): void {
  const packages = join(checkout, "node_modules");
  mkdirSync(join(root, "node_modules"));
  for (const name of readdirSync(packages)) {
    if (name.startsWith(".") && name !== ".bin") continue;
    symlinkSync(join(packages, name), join(root, "node_modules", name));
  }
}
