export type FoundAddress = Readonly<{
  line1: string;
  line2: string;
  town: string;
}>;

export interface AddressLookupPort {
  readonly name: "none" | "ideal-postcodes";
  /** `postcode` as "GL5 1QN". Null when nobody can say. Never throws, and answers within two seconds. */
  find(postcode: string): Promise<ReadonlyArray<FoundAddress> | null>;
  /** Rejects with an OutgoingError where the service does not take the key. */
  probe?(): Promise<void>;
}
