/** How the shop was last known to be reached: only the server knows, and only where the root itself failed. */
import { createContext, useContext } from "react";

export type LastContact = Readonly<{ phone: string; phoneE164: string; email: string }>;

export const LastContactContext = createContext<LastContact | null>(null);

export function useLastContact(): LastContact | null {
  return useContext(LastContactContext);
}
