export type Purge = ReadonlyArray<string> | "everything";

export interface SharedCachePort {
  readonly name: string;
  /** Resolves once no such page is answered from the cache any more. Safe to repeat; throws OutgoingError. */
  purge(purge: Purge): Promise<void>;
}
