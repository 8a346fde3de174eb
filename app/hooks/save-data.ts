/** Whether the page goes out without scripts, because of Save-Data. */
import { createContext, useContext } from "react";

export const SaveDataContext = createContext(false);

/** With `Save-Data: on`: leave out <Scripts> and <ScrollRestoration>. */
export function useSaveData(): boolean {
  return useContext(SaveDataContext);
}
