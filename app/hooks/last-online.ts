/** On the server only, after the root failed. */
import { createContext, useContext } from "react";

export type LastOnline = Readonly<{ phone: string; phoneE164: string; email: string }>;

export const LastOnlineContext = createContext<LastOnline | null>(null);

export function useLastOnline(): LastOnline | null {
  return useContext(LastOnlineContext);
}
