import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { addGiftSchema } from "#app/models/gift-list/gift-form.ts";
import type { EditedList } from "#app/models/gift-list/gift-list.ts";
import {
  type GiftListDetails,
  type GiftListValues,
  type ListFormRules,
  readGiftList,
} from "#app/models/gift-list/list-form.ts";
import { shopDay } from "#app/models/gift-list/lists.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { invalid } from "#app/routes/auth/auth.server.ts";

/** In characters. */
const VALUE_MAX = 2_000;

const anySchema = z.record(z.string().max(VALUE_MAX, "This is too long. Use fewer characters"));

export async function listFormRules(now: Date, known?: EditedList): Promise<ListFormRules> {
  const [{ places }, today] = await Promise.all([findStore(), shopDay(now)]);
  return { places, today, known };
}

export async function readListForm(request: Request, rules: ListFormRules, list?: EditedList) {
  const form = await readForm(request, anySchema, { honeypot: true });
  if (!form.ok) return { ok: false as const, answer: invalid({ ...form, values: shownValues(form.values) }) };
  const values = form.value;
  const isPart = list?.role === "co-owner";
  const read = readGiftList(isPart ? { ...ownersPart(list), ...values } : values, rules);
  if (!read.ok)
    return {
      ok: false as const,
      answer: invalid({ ok: false, errors: read.errors, values: shownValues(values) }),
    };
  const details = isPart ? withOwnersPart(read.value, list, values) : read.value;
  return { ok: true as const, details, values };
}

/** What stands for the fields that the form of a co-owner does not have. */
function ownersPart({ firstName, lastName, email }: EditedList): GiftListValues {
  return { first_name: firstName, last_name: lastName, email, sent_to: "giver", surprise: "shown" };
}

/** The owner's address and surprise stay, unless the co-owner sends others, which the model refuses. */
function withOwnersPart(
  details: GiftListDetails,
  { address, revealOn }: EditedList,
  values: GiftListValues,
): GiftListDetails {
  return {
    ...details,
    ...(values["sent_to"] === undefined ? { address } : {}),
    ...(values["surprise"] === undefined ? { revealOn } : {}),
  };
}

/** What was typed, as the form shows it again: unticked fields send nothing. */
export function shownValues(values: Readonly<Record<string, string>>): Record<string, string> {
  const unticked = { month_only: "", findable: "" };
  return { ...unticked, ...values };
}

const GIFT = /^gift_(variant|quantity|note|any_colour|line)$/;
const IN_ADDRESS = ["variant", "quantity", "note", "any_colour", "line"];

export function giftInAddress(url: URL): Readonly<Record<string, string>> {
  const given = IN_ADDRESS.flatMap((name) => {
    const value = url.searchParams.get(name);
    return value ? [[name, value] as const] : [];
  });
  const gift = Object.fromEntries(given);
  return addGiftSchema.safeParse(gift).success ? gift : {};
}

export function giftInForm(values: Readonly<Record<string, string>>) {
  const given = Object.entries(values).flatMap(([name, value]) => {
    const [, field] = GIFT.exec(name) ?? [];
    return field ? [[field, value] as const] : [];
  });
  const gift = addGiftSchema.safeParse(Object.fromEntries(given));
  return gift.success ? gift.data : null;
}
