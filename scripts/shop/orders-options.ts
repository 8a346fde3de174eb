/** What can be asked of `orders`. */
import type { OrderStatus } from "#app/models/order/status.ts";

/** Units by article number, as in "HB-0001=2,HB-0002". */
export type Lines = ReadonlyMap<string, number>;

type Base = Readonly<{ isJson: boolean }>;

export type CommandOptions = Base &
  (
    | List
    | Readonly<{ verb: "transitions" }>
    | Returns
    | Readonly<{ verb: "show"; number: number }>
    | Step
    | PackingSlip
    | Cancel
    | ShipmentOptions
    | Refund
    | Receipt
  );

export type List = Readonly<{ verb: "list"; status: OrderStatus | null; limit: number }>;
export type Returns = Readonly<{ verb: "returns"; isAll: boolean }>;
export type Step = Readonly<{ verb: "pack" | "unpack" | "deliver"; number: number }>;
export type PackingSlip = Readonly<{ verb: "packing-slip"; number: number; out: string | null }>;
export type Cancel = Readonly<{ verb: "cancel"; number: number; reason: string; isSure: boolean }>;

export type ShipmentOptions = Readonly<{
  verb: "dispatch";
  number: number;
  carrier: string;
  tracking: string;
  url: string | null;
  lines: Lines | null;
  key: string | null;
}>;

export type Refund = Readonly<{
  verb: "refund";
  number: number;
  /** Null: everything that has not gone back yet. */
  lines: Lines | null;
  hasDelivery: boolean;
  isRestocked: boolean;
  reason: string;
  key: string | null;
  isSure: boolean;
}>;

export type Receipt = Readonly<{
  verb: "receive-return";
  returnNumber: string;
  isRestocked: boolean;
  /** Null: as the law and the shop's rules say. */
  hasDelivery: boolean | null;
  isSure: boolean;
}>;
