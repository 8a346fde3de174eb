import { json } from "@remix-run/node";
import { z } from "zod";

import { type FormErrors, readForm } from "#app/http/request/form.server.ts";
import { type AddressEntry, readAddressEntry } from "#app/models/customer/address-book.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

const VALUE_MAX = 2_000;

const formSchema = z.record(z.string().max(VALUE_MAX, "This is too long. Use fewer characters"));

type Values = Readonly<Record<string, string>>;
type Read =
  | Readonly<{ ok: true; entry: AddressEntry; values: Values }>
  | Readonly<{ ok: false; errors: FormErrors; values: Values }>;

export async function readAddressForm(request: Request): Promise<Readonly<{ intent: string; read: Read }>> {
  const form = await readForm(request, formSchema);
  if (!form.ok) {
    return {
      intent: form.values["intent"] ?? "",
      read: { ok: false, errors: form.errors, values: form.values },
    };
  }
  const { intent = "", ...values } = form.value;
  const entry = readAddressEntry(values, (await findStore()).places);
  if (entry.ok) return { intent, read: { ok: true, entry: entry.value, values } };
  return { intent, read: { ok: false, errors: entry.errors, values } };
}

export function typedAgain({ errors, values }: Readonly<{ errors: FormErrors; values: Values }>) {
  return json({ errors, values }, { status: 422 });
}

export function refusedAgain(refused: Refusal<ShopErrorCode>, values: Values) {
  const { status, message } = shopError(refused);
  return json({ errors: { form: message }, values }, { status });
}
