/** Error details that only the server knows, for the error page. */
import { createContext, useContext } from "react";

export type Failure = Readonly<{
  /** Id of the log entry, or null. */
  requestId: string | null;
  /** Status of an error without one, such as a lost database connection; or null. */
  status: number | null;
}>;

export const FailureContext = createContext<Failure>({ requestId: null, status: null });

export function useFailure(): Failure {
  return useContext(FailureContext);
}
