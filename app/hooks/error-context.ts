import { createContext, useContext } from "react";

export type PageError = Readonly<{
  requestId: string | null;
  /** Of an error without a status, such as a lost database connection. */
  status: number | null;
}>;

export const PageErrorContext = createContext<PageError>({ requestId: null, status: null });

export function usePageError(): PageError {
  return useContext(PageErrorContext);
}
