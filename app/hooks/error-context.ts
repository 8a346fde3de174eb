/** Error details that only the server knows, for the error page. */
import { createContext, useContext } from "react";

export type PageError = Readonly<{
  /** Id of the log entry, or null. */
  requestId: string | null;
  /** Status of an error without one, such as a lost database connection; or null. */
  status: number | null;
}>;

export const PageErrorContext = createContext<PageError>({ requestId: null, status: null });

export function usePageError(): PageError {
  return useContext(PageErrorContext);
}
