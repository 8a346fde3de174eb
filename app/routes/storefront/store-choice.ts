import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { currentCartId } from "#app/http/request/current-cart.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { currentChoice, storeChoiceCookie } from "#app/http/session/store-choice.server.ts";
import { setCartCurrency } from "#app/models/cart/cart-market.server.ts";
import { currencyName } from "#app/models/shared/currency-name.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { hasChoice, readChoice } from "#app/models/store/choice.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

const formSchema = z.object({
  currency: z.string().optional(),
  locale: z.string().optional(),
  from: z.string().default(""),
});

export function loader() {
  throw seeOther(paths.home());
}

/** An unknown choice changes nothing. */
export async function action({ request }: ActionFunctionArgs) {
  const [form, store] = await Promise.all([readForm(request, formSchema), findStore()]);
  if (!form.ok) throw seeOther(paths.home());
  const back = safeRedirect(form.value.from);
  if (!hasChoice(store)) throw seeOther(back);
  const before = await currentChoice(request, store);
  const choice = readChoice(form.value, store, before);
  const headers = new Headers({ "Set-Cookie": await storeChoiceCookie(choice) });
  if (choice.currency !== before.currency) await priceBasketIn(choice.currency, request, headers);
  throw seeOther(back, headers);
}

/** A flash message, so that the basket shows it once. */
async function priceBasketIn(currency: Currency, request: Request, headers: Headers): Promise<void> {
  const cartId = await currentCartId(request);
  if (!cartId || !(await setCartCurrency(cartId, currency, new Date()))) return;
  const session = await readSession(request);
  session.setFlash({
    tone: "info",
    text: `Prices are now in ${currencyName(currency)}. We have updated the prices in your basket.`,
  });
  const cookie = await commitSession(session);
  if (cookie) headers.append("Set-Cookie", cookie);
}
