/**
 * A nonce that the server takes from its inline scripts before sending, so that equal pages are equal; none
 * in browsers.
 */
import { createContext } from "react";

export const ScriptMarkContext = createContext<string | undefined>(undefined);
