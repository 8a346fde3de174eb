import { transact } from "#app/db/db.server.ts";
import {
  productsWithDueSale,
  type SaleTurn,
  turnSale,
} from "#app/models/catalogue/editing/change-product.server.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { ok, type Result } from "#app/models/shared/result.ts";
import { commandLineActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

export async function tendProductSales(now: Date): Promise<void> {
  const { currencies, currency, locale } = await findStore();
  const price = ({ minor }: SaleTurn) => formatMoney(money(minor, currencies[0] ?? currency), locale);
  for (const id of await productsWithDueSale(now))
    await transact<Result<null, never>>(async () => {
      const turned = await turnSale(id, now);
      if (turned)
        await writeDeskLog(commandLineActor(now), {
          action: turned.turn === "started" ? "product-sale-started" : "product-sale-ended",
          subject: { kind: "product", id: String(id) },
          changes: { "sale price": turned.turn === "started" ? ["", price(turned)] : [price(turned), ""] },
        });
      return ok(null);
    });
}
