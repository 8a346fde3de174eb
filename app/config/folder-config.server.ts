import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";

import { ConfigError } from "./generated-secrets.server.ts";
import { makePrivateFolder } from "./private-files.server.ts";

/** Made where it is missing. Throws ConfigError. */
export function readDataDir(path: string): string {
  const folder = resolve(path);
  try {
    makePrivateFolder(folder);
  } catch (error) {
    throw new ConfigError(`DATA_DIR: cannot make the folder ${folder} (${(error as Error).message})`);
  }
  if (!isFolder(folder, constants.R_OK | constants.W_OK | constants.X_OK))
    throw new ConfigError(`DATA_DIR: ${folder} is no folder that the shop can write to`);
  return folder;
}

export function readImageDir(path: string): string {
  const folder = resolve(path);
  if (!isFolder(folder, constants.R_OK | constants.X_OK))
    throw new ConfigError(`IMAGE_DIR: ${folder} is no folder that the shop can read`);
  return folder;
}

function isFolder(path: string, access: number): boolean {
  try {
    accessSync(path, access);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
