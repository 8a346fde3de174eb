/** The last known contact details: on the server only, after the root failed. */
import { createContext, useContext } from "react";

export type LastContact = Readonly<{ phone: string; phoneE164: string; email: string }>;

export const LastContactContext = createContext<LastContact | null>(null);

export function useLastContact(): LastContact | null {
  return useContext(LastContactContext);
}
