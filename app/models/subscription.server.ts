/** Who gets the newsletter: asking, confirming, choosing, leaving. The one answer to "may we write to this address?" */
import { findSubscriptionRow } from "./subscription-rows.server.ts";

/** True when letters that are advertising may go to this address. */
export async function isSubscribed(email: string): Promise<boolean> {
  const row = await findSubscriptionRow(email);
  return row?.state === "subscribed";
}
