import { transact } from "#app/db/db.server.ts";
import {
  productsWithDueSale,
  type SaleChange,
  startOrEndSale,
} from "#app/models/catalogue/editing/change-product.server.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { ok, type Result } from "#app/models/shared/result.ts";
import { commandLineActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

export async function applyDueSales(now: Date): Promise<void> {
  const { currencies, currency, locale } = await findStore();
  const price = ({ minor }: SaleChange) => formatMoney(money(minor, currencies[0] ?? currency), locale);
  for (const id of await productsWithDueSale(now))
    await transact<Result<null, never>>(async () => {
      const sale = await startOrEndSale(id, now);
      if (sale)
        await writeDeskLog(commandLineActor(now), {
          action: sale.change === "started" ? "product-sale-started" : "product-sale-ended",
          subject: { kind: "product", id: String(id) },
          changes: { "sale price": sale.change === "started" ? ["", price(sale)] : [price(sale), ""] },
        });
      return ok(null);
    });
}
