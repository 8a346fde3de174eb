import { createHash } from "node:crypto";

import { db } from "#app/db/db.server.ts";
import type { MarketingCart } from "#app/models/marketing/cart.ts";
import type { MarketingContact } from "#app/models/marketing/contact.ts";
import { withoutPersonalisation } from "#app/models/marketing/order.ts";

import type { FoundContact, MarketingPort } from "./marketing-port.ts";

type Kind = "cart" | "order" | "contact";

export const embeddedMarketing: MarketingPort = {
  name: "embedded",
  keepsCarts: true,
  saveCart: (cart, { at }) => save("cart", cart.cartID, { document: cart, at }),
  removeCart: ({ cartId }) => remove("cart", cartId),
  findCart: (cartId) => find<MarketingCart>("cart", cartId),
  saveOrder: async (order, { at }) => {
    // Whose it is and what is written on it nobody needs to know here.
    await save("order", order.orderID, { document: { ...withoutPersonalisation(order), email: null }, at });
    await remove("cart", order.cartID);
  },
  saveContact: async (contact) => {
    const id = contactIdOf(contact.email);
    // Somebody who opts out is no contact here: there is nothing to remember of them.
    if (contact.state === "unsubscribed") await remove("contact", id);
    else await save("contact", id, { document: contact, at: contact.at });
    return id;
  },
  findContact: async (contactId) => {
    const found = await find<MarketingContact>("contact", contactId);
    return found && foundContact(found);
  },
};

function foundContact({ email, state }: MarketingContact): FoundContact {
  return { email, state };
}

/** 24 characters, as the ids of the real service. */
function contactIdOf(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 24);
}

async function save(
  kind: Kind,
  id: string,
  { document, at }: Readonly<{ document: object; at: string }>,
): Promise<void> {
  const values = { document: JSON.stringify(document), updated_at: at };
  await db()
    .insertInto("embedded_marketing")
    .values({ kind, id, ...values })
    .onConflict((conflict) => conflict.columns(["kind", "id"]).doUpdateSet(values))
    .execute();
}

async function remove(kind: Kind, id: string): Promise<void> {
  await db().deleteFrom("embedded_marketing").where("kind", "=", kind).where("id", "=", id).execute();
}

async function find<Document>(kind: Kind, id: string): Promise<Document | null> {
  const row = await db()
    .selectFrom("embedded_marketing")
    .select("document")
    .where("kind", "=", kind)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? (JSON.parse(row.document) as Document) : null;
}
