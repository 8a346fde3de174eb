/** The surrogate keys of the pages that have changed. */
export type Purge = ReadonlyArray<string> | "everything";

/** All the shop asks of a cache that many visitors share. */
export interface SharedCachePort {
  readonly name: string;
  /** Resolves once no such page is answered from the cache any more. Safe to repeat; throws OutgoingError. */
  purge(purge: Purge): Promise<void>;
}
