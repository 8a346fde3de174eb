/**
 * What the inline scripts that the shop writes have in common while the server draws a page: a nonce that nobody can
 * guess. The server permits those scripts by their hashes and takes the mark away before the page is sent, so that equal
 * pages are equal; in the browser there is none.
 */
import { createContext } from "react";

export const ScriptMarkContext = createContext<string | undefined>(undefined);
