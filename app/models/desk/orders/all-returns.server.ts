import { returnRows, withLines } from "./returns.server.ts";

/** For the commands: the oldest first, without those that have been received unless `isAll`. */
export async function listReturns(isAll: boolean) {
  const rows = await returnRows()
    .$if(!isAll, (returns) => returns.where("order_returns.status", "=", "requested"))
    .orderBy("requested_at")
    .orderBy("order_returns.number")
    .execute();
  return (await withLines(rows)).map(({ number, orderNumber, status, requestedAt, lines, note }) => {
    const contents = lines.map(({ sku, quantity, reason }) => `${quantity} × ${sku} (${reason})`).join(", ");
    return { number, orderNumber, status, requestedAt, contents, note };
  });
}
