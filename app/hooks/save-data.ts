import { createContext, useContext } from "react";

export const SaveDataContext = createContext(false);

/** With `Save-Data: on`: leave out <Scripts> and <ScrollRestoration>. */
export function useSaveData(): boolean {
  return useContext(SaveDataContext);
}
