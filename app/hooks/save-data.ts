/** Whether this page goes out without any script, because the visitor asked to save data. */
import { createContext, useContext } from "react";

export const SaveDataContext = createContext(false);

/** True while rendering for a browser that sent `Save-Data: on`: leave out <Scripts> and <ScrollRestoration>. */
export function useSaveData(): boolean {
  return useContext(SaveDataContext);
}
