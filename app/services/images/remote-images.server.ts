import { createHash } from "node:crypto";

import { LRUCache } from "lru-cache";

import { type Resilience, newResilience } from "#app/services/outgoing/resilience.server.ts";

import { DiskCache } from "./disk-cache.server.ts";
import { UnreadableImage } from "./image-errors.ts";
import { JobQueue } from "./job-queue.server.ts";
import type { Original } from "./local-images.server.ts";
import { imageType } from "./magic-bytes.server.ts";
import { fetchRemote, isTooLong, type RemoteRules } from "./remote-fetch.server.ts";

const CACHE_MAX_BYTES = 500_000_000;
const KNOWN_MAX = 5_000;
const FRESH_MS = 24 * 3_600_000;
/** A host that does not answer is left in peace for this long. */
const HOST_REST_MS = 30_000;
const HOST_FAILURES = 5;
const TRY_MS = 6_000;
const DOWNLOADS_AT_ONCE = 4;
const DOWNLOADS_WAITING_MAX = 100;

type CachedVersion = Readonly<{ version: string | null }>;

export class RemoteImages {
  readonly #rules: RemoteRules;
  readonly #kept: DiskCache;
  readonly #downloads = new JobQueue<Uint8Array | null>(DOWNLOADS_AT_ONCE, DOWNLOADS_WAITING_MAX);
  readonly #known = new LRUCache<string, CachedVersion>({ max: KNOWN_MAX });

  constructor(folder: string, rules: RemoteRules) {
    this.#rules = { guardOf: guardsByHost(), ...rules };
    this.#kept = new DiskCache(folder, CACHE_MAX_BYTES);
  }

  /** Null when it cannot be had. Throws SourceRefused, UnreadableImage, QueueFull. */
  async find(address: string): Promise<Original | null> {
    const version = this.#known.get(address)?.version ?? versionOf(await this.#unlessSulking(address));
    return version === null ? null : { version, read: () => this.#read(address) };
  }

  async #unlessSulking(address: string): Promise<Uint8Array | null> {
    return this.#known.has(address) ? null : this.#bring(address);
  }

  async #read(address: string): Promise<Uint8Array> {
    const body = (await this.#kept.read(keyOf(address))) ?? (await this.#bring(address));
    if (!body || !imageType(body)) throw new UnreadableImage("Not an image the shop can show");
    return body;
  }

  #bring(address: string): Promise<Uint8Array | null> {
    return this.#downloads.once(address, async () => {
      const body = await fetchRemote(address, this.#rules);
      if (body) await this.#kept.write(keyOf(address), body);
      // Yesterday's copy is better than none.
      const usable = body ?? (await this.#kept.read(keyOf(address)));
      this.#known.set(address, { version: versionOf(usable) }, { ttl: body ? FRESH_MS : HOST_REST_MS });
      return usable;
    });
  }
}

function guardsByHost(): (origin: string) => Resilience {
  const guards = new Map<string, Resilience>();
  const settings = { failures: HOST_FAILURES, restMs: HOST_REST_MS, timeoutMs: TRY_MS };
  return (origin) => {
    const guard =
      guards.get(origin) ?? newResilience({ ...settings, isFailure: (error) => !isTooLong(error) });
    guards.set(origin, guard);
    return guard;
  };
}

function keyOf(address: string): string {
  return createHash("sha256").update(address).digest("hex");
}

function versionOf(body: Uint8Array | null): string | null {
  return body && createHash("sha256").update(body).digest("hex");
}
