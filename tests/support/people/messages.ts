/** Messages of the contact form in the desk's queue. */
import { db } from "#app/db/db.server.ts";
import { takeContactMessage } from "#app/models/content/contact.server.ts";
import type { ContactMessage } from "#app/models/content/contact.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { NOW } from "#tests/support/now.ts";

export const MESSAGE: ContactMessage = {
  name: "Sophie Lindqvist",
  email: "sophie@example.com",
  topic: "order",
  orderNumber: "",
  message: "The chimney had come off when we opened the box.",
};

type Sent = Readonly<{ visitor?: Customer | null; keepsWords?: boolean; now?: Date }>;

/** Sends a message by the form's command, and answers with its number in the queue. */
export async function sentMessage(
  message: Partial<ContactMessage> = {},
  { visitor = null, keepsWords = true, now = NOW }: Sent = {},
): Promise<number> {
  await takeContactMessage({ message: { ...MESSAGE, ...message }, visitor, keepsWords }, now);
  const { id } = await db()
    .selectFrom("desk_messages")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
