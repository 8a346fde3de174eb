/** How a request failed, as only the server knows it: for the error page to show. */
import { createContext, useContext } from "react";

export type Failure = Readonly<{
  /** The id under which it was logged, for quoting to the shop, or null when there is none to quote. */
  requestId: string | null;
  /** The HTTP status where the error itself has none, as when the database is away for a moment; or null. */
  status: number | null;
}>;

export const FailureContext = createContext<Failure>({ requestId: null, status: null });

export function useFailure(): Failure {
  return useContext(FailureContext);
}
