/** The id under which an unexpected error was logged, for the error page to show. */
import { createContext, useContext } from "react";

export const RequestIdContext = createContext<string | null>(null);

/** The id to quote to the shop, or null when there is none to quote. */
export function useRequestId(): string | null {
  return useContext(RequestIdContext);
}
