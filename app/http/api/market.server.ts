import { inMarketOfCart } from "#app/models/cart/cart-market.server.ts";
import { isCartId } from "#app/models/shared/ids.ts";
import { refused, type Result } from "#app/models/shared/result.ts";
import { findStore, inCurrency } from "#app/models/store/store.server.ts";

type Called = Readonly<{ query: unknown; params: Readonly<Record<string, string | undefined>> }>;

/** The API reads no cookie (decision 0015). A currency that the shop does not offer is refused. */
export async function inMarketOfCall<Value, Code extends string>(
  { query, params: { id } }: Called,
  work: () => Promise<Result<Value, Code>>,
): Promise<Result<Value, Code | "invalid-request">> {
  const named = (query as { currency?: string } | null)?.currency;
  if (named === undefined) return isCartId(id) ? inMarketOfCart(id, work) : work();
  const { currencies } = await findStore();
  if (!currencies.includes(named)) {
    return refused("invalid-request", { problem: `currency: must be one of ${currencies.join(", ")}` });
  }
  return inCurrency(named, work);
}
