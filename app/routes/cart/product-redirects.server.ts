import { ADDED_PARAMETER } from "#app/http/request/added-to-cart.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import type { CartLine } from "#app/models/cart/cart.ts";
import { addressAt } from "#app/models/platform/address-at.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

const BASE = "http://shop.invalid";

const ABOUT_QUANTITY: ReadonlyArray<string> = [
  "quantity-invalid",
  "quantity-too-small",
  "quantity-too-large",
];
const CHOSEN = /^(?:option-\d+|quantity)$/;

/** For forms without scripts. Null for refusals that are not about the quantity. */
export function productAgain({ code, detail }: Refusal<string>, typed: Readonly<Record<string, unknown>>) {
  const target = new URL(safeRedirect(typed["redirectTo"], "/"), BASE);
  const isOwnFault = ABOUT_QUANTITY.includes(code) && Number(detail["inCart"] ?? 0) === 0;
  const canGo = typed["intent"] === "add" && !typed["panel"] && addressAt(target.pathname).kind === "product";
  if (!isOwnFault || !canGo) return null;
  for (const [name, value] of Object.entries(typed))
    if (CHOSEN.test(name)) target.searchParams.set(name, String(value));
  return seeOther(target.pathname + target.search);
}

export function withAdded(target: string, lines: ReadonlyArray<Pick<CartLine, "id" | "path">>): string {
  const url = new URL(target, BASE);
  const [line] = lines;
  if (!line) return target;
  const chosen = new URL(line.path, BASE);
  if (url.pathname === chosen.pathname) url.search = chosen.search;
  if (url.pathname !== paths.cart())
    url.searchParams.set(ADDED_PARAMETER, lines.map(({ id }) => id).join(" "));
  return `${url.pathname}${url.search}${url.hash}`;
}
