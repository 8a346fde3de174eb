import { noReturnText } from "#app/models/catalogue/personalisation.ts";
import type { OrderLine } from "#app/models/order/order.ts";

export function MadeForYou({ line }: Readonly<{ line: OrderLine }>) {
  const text = line.personalisation && noReturnText(line.personalisation);
  if (!text) return null;
  return (
    <p className="sm muted">
      {[line.name, line.variantLabel].filter(Boolean).join(", ")}: {text}
    </p>
  );
}
