/** What both of Omnisend's wires have in common: what is kept, how fields are checked, and contacts. */
import type { IncomingMessage } from "node:http";

export const OMNISEND_KEY = "a-key-of-the-store-0123456789";

export type Json = Record<string, unknown>;
/** A line as both wires know it: amounts in whole minor units. */
export type StoredLine = Readonly<{
  productID: string;
  variantID: string;
  title: string;
  imageUrl: string;
  productUrl: string;
  quantity: number;
  price: number;
}>;
export type StoredCart = Readonly<{
  cartID: string;
  currency: string;
  /** The email address, or the contact's id. */
  whom: string;
  cartRecoveryUrl: string;
  cartSum: number;
  products: ReadonlyArray<StoredLine>;
}>;
export type StoredOrder = Readonly<{ cartID: string; orderSum: number; reported: ReadonlyArray<string> }>;

export type OmnisendState = Readonly<{
  /** The carts that reminders would be written about. */
  carts: Map<string, StoredCart>;
  orders: Map<string, StoredOrder>;
  /** State by email address. */
  contacts: Map<string, string>;
  /** Bodies as they came, by cart. */
  raw: Map<string, Json>;
}>;

export type Requested = Readonly<{
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Json | null;
}>;
export type Answer = Readonly<{ status: number; body: unknown }>;

/** What is wrong with the fields of `value`: each must pass its own check. */
export function fieldProblems(
  value: unknown,
  checks: Readonly<Record<string, (field: unknown) => boolean>>,
): ReadonlyArray<string> {
  if (typeof value !== "object" || value === null) return ["not an object"];
  return Object.entries(checks)
    .filter(([name, isRight]) => !isRight((value as Json)[name]))
    .map(([name]) => `${name} is ${JSON.stringify((value as Json)[name])}`);
}

export const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
export const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
export const isUnits = (value: unknown): boolean => isWhole(value) && Number(value) >= 1;
export const isCurrency = (value: unknown): boolean => /^[A-Z]{3}$/.test(String(value));
export const isUrl = (value: unknown): boolean => /^https?:\/\/[^/]+\//.test(String(value));
export const isTime = (value: unknown): boolean => /^\d{4}-\d\d-\d\dT.*Z$/.test(String(value));
export const isMissingOr = (check: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || check(value);

const STATES: ReadonlyArray<unknown> = ["subscribed", "unsubscribed", "nonSubscribed"];

/** What the versions call the same things. */
export type ContactFields = Readonly<{ id: "contactID" | "id"; stateTime: "statusDate" | "statusChangedAt" }>;

/** Both wires take contacts alike but for these names. Left out, the state would be "subscribed". */
export function answerContact(
  { method, path, body }: Requested,
  { contacts }: OmnisendState,
  fields: ContactFields,
): Answer | null {
  const id = /\/contacts\/([\w-]+)$/.exec(path)?.[1];
  if (method === "GET" && id !== undefined) {
    const email = [...contacts.keys()].find((one) => contactId(one) === id);
    if (!email) return { status: 404, body: { error: "no such contact" } };
    const channels = { email: { status: contacts.get(email) } };
    return { status: 200, body: { [fields.id]: id, identifiers: [{ type: "email", id: email, channels }] } };
  }
  if (method !== "POST" || !path.endsWith("/contacts")) return null;
  const [identifier] = (body?.["identifiers"] as Array<Json> | undefined) ?? [];
  const channel = (identifier?.["channels"] as Record<string, Json> | undefined)?.["email"];
  const problems = [
    ...fieldProblems(identifier, { id: isText, type: (type) => type === "email" }),
    ...fieldProblems(channel ?? {}, {
      status: isMissingOr((status) => STATES.includes(status)),
      [fields.stateTime]: isTime,
    }),
    ...Object.keys(channel ?? {})
      .filter((name) => !["status", fields.stateTime].includes(name))
      .map((name) => `nobody knows ${name}`),
  ];
  if (problems.length > 0) return { status: 400, body: { error: problems.join("; ") } };
  const email = String(identifier?.["id"]);
  const status = channel?.["status"];
  contacts.set(email, typeof status === "string" ? status : "subscribed");
  return { status: 200, body: { email, [fields.id]: contactId(email) } };
}

function contactId(email: string): string {
  return Buffer.from(email).toString("hex").slice(0, 24).padEnd(24, "0");
}
