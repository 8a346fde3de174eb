/** The least recently used are deleted first. Processes may share the folder. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { LRUCache } from "lru-cache";

const KEY_PATTERN = /^[0-9a-f]{64}$/;
/** A draft as old as this, in milliseconds, is nobody's any more; a younger one may be another process's. */
const DRAFT_MAX_AGE_MS = 3_600_000;
/** How often, in milliseconds, a process that writes looks for what others wrote, so that all keep one bound. */
const STOCK_EVERY_MS = 600_000;

export class DiskCache {
  readonly #folder: string;
  readonly #sizes: LRUCache<string, number>;
  #known: Promise<void> | null = null;
  #knownAt = 0;

  constructor(folder: string, maximumBytes: number) {
    this.#folder = folder;
    this.#sizes = new LRUCache({
      maxSize: maximumBytes,
      sizeCalculation: (bytes) => Math.max(bytes, 1),
      dispose: (_bytes, key, reason) => {
        if (reason === "evict") void rm(this.#path(key), { force: true });
      },
    });
  }

  /** Does not count as a use. */
  async has(key: string): Promise<boolean> {
    await this.#ready();
    return this.#sizes.has(key) || existsSync(this.#path(key));
  }

  async read(key: string): Promise<Uint8Array | null> {
    await this.#ready();
    try {
      const body = await readFile(this.#path(key));
      if (this.#sizes.get(key) === undefined) this.#sizes.set(key, body.byteLength);
      return body;
    } catch {
      this.#sizes.delete(key);
      return null;
    }
  }

  /** The name appears when the file is whole. */
  async write(key: string, body: Uint8Array): Promise<void> {
    await this.#ready();
    const draft = join(this.#folder, `.${key}.${randomBytes(6).toString("hex")}`);
    try {
      await writeFile(draft, body, { mode: 0o600 });
      await rename(draft, this.#path(key));
      this.#sizes.set(key, body.byteLength);
      if (performance.now() - this.#knownAt > STOCK_EVERY_MS) this.#known = null;
    } catch {
      // A full disk must not cost the shopper the image: it is made again next time.
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }

  #path(key: string): string {
    return join(this.#folder, key);
  }

  #ready(): Promise<void> {
    this.#known ??= this.#takeStock();
    return this.#known;
  }

  async #takeStock(): Promise<void> {
    this.#knownAt = performance.now();
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const names = await readdir(this.#folder);
      const files = await Promise.all(
        names.map(async (name) => ({ name, state: await this.#stateOf(name) })),
      );
      files.sort((a, b) => a.state.mtimeMs - b.state.mtimeMs);
      for (const { name, state } of files) {
        if (KEY_PATTERN.test(name)) this.#learn(name, state.size);
        else if (name.startsWith(".") && Date.now() - state.mtimeMs > DRAFT_MAX_AGE_MS)
          await rm(join(this.#folder, name), { force: true });
      }
    } catch {
      // An unusable folder means no cache, not no images.
    }
  }

  /** A file that is gone meanwhile was dropped or finished by another process. */
  async #stateOf(name: string): Promise<Readonly<{ size: number; mtimeMs: number }>> {
    return stat(join(this.#folder, name)).catch(() => ({ size: 0, mtimeMs: Date.now() }));
  }

  /** A known file keeps its place among those used recently. */
  #learn(key: string, size: number): void {
    if (this.#sizes.peek(key) === undefined && size > 0) this.#sizes.set(key, size);
  }
}
