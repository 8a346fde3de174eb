/** An address as post is written there, without its postcode. */
export type FoundAddress = Readonly<{
  line1: string;
  /** The rest of the street address; may be empty. */
  line2: string;
  town: string;
}>;

/** All the shop asks of a list of addresses. */
export interface AddressLookupPort {
  readonly name: "none" | "ideal-postcodes";
  /**
   * The addresses with `postcode`, which is written as "GL5 1QN"; none if there is no such postcode. Null when nobody can
   * say. Never throws, and answers within two seconds.
   */
  find(postcode: string): Promise<ReadonlyArray<FoundAddress> | null>;
}
