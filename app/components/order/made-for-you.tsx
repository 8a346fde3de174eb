import { fullName } from "#app/models/catalogue/full-name.ts";
import type { OrderLine } from "#app/models/order/order.ts";

/** `text`: what the buyer may still do with it, or null. */
export function MadeForYou({ line, text }: Readonly<{ line: OrderLine; text: string | null | undefined }>) {
  if (!text) return null;
  return (
    <p className="sm muted">
      {fullName(line.name, line.variantLabel)}: {text}
    </p>
  );
}
