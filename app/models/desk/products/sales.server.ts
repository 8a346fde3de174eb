/** Sales begin and end by themselves; the log of the desk says when. */
import { transact } from "#app/db/db.server.ts";
import { productsWithPlannedSale, turnSale } from "#app/models/catalogue/editing/change-product.server.ts";
import { ok, type Result } from "#app/models/shared/result.ts";
import { commandLineActor, writeDeskLog } from "#app/models/staff/log.server.ts";

/** Starts and ends every sale whose day has come. Safe to repeat. */
export async function tendProductSales(now: Date): Promise<void> {
  for (const id of await productsWithPlannedSale())
    await transact<Result<null, never>>(async () => {
      const turned = await turnSale(id, now);
      if (turned)
        await writeDeskLog(commandLineActor(now), {
          action: turned.turn === "started" ? "product-sale-started" : "product-sale-ended",
          subject: { kind: "product", id: String(id) },
          changes: {
            "sale in minor units":
              turned.turn === "started" ? ["", String(turned.minor)] : [String(turned.minor), ""],
          },
        });
      return ok(null);
    });
}
