/** `number` is that of the return; `to` and `from` are lines of addresses. */
type ReturnParcel = Readonly<{
  number: string;
  to: ReadonlyArray<string>;
  from: ReadonlyArray<string>;
}>;

/** `href`: where a carrier's own label is; null: the addresses are printed. */
export type ReturnLabel = ReturnParcel & Readonly<{ href: string | null }>;

export interface ReturnLabelPort {
  readonly name: "embedded";
  /** Never throws. The same parcel has the same label, however often it is asked for. */
  labelFor(parcel: ReturnParcel): Promise<ReturnLabel>;
}
