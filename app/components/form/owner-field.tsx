import { useLoaderData } from "@remix-run/react";
import { useState } from "react";

import { OWNER_FIELD } from "#app/models/customer/ended-session.ts";

/** With the `owner` of the page's loader: a customer who logs in later does not get what was typed for another. */
export function OwnerField() {
  const page = useLoaderData() as Readonly<{ owner?: string }> | undefined;
  // Stays when the page is loaded again: so do the fields.
  const [owner] = useState(page?.owner ?? "");
  return <input type="hidden" name={OWNER_FIELD} value={owner} />;
}
