/**
 * In place of @node-rs/argon2 in tests with a database: a hash names the cost that it was requested with, and is made
 * with the lowest. People of the desk have eleven hashes each, an eighth of a second of work. What a real one costs and
 * looks like, tests/models/customer/password.test.ts says.
 */
import { createRequire } from "node:module";

import type * as Argon2 from "@node-rs/argon2";

// The name leads here; this way it leads to the library.
const library = createRequire(import.meta.url)("@node-rs/argon2") as typeof Argon2;

const COST = /(?<=^\$argon2id\$v=19\$)m=\d+,t=\d+,p=\d+/;
const LOWEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** What each hash of this process was made as. Others are checked as they are. */
const madeAs = new Map<string, string>();

export async function hash(password: string, options: Argon2.Options): Promise<string> {
  const made = await library.hash(password, { ...options, ...LOWEST });
  const { memoryCost, timeCost, parallelism } = options;
  const named = made.replace(COST, `m=${memoryCost},t=${timeCost},p=${parallelism}`);
  madeAs.set(named, made);
  return named;
}

export function verify(hashed: string, password: string): Promise<boolean> {
  return library.verify(madeAs.get(hashed) ?? hashed, password);
}
