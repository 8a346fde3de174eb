/** On the server, the document around the page, drawn in place of the page; none in browsers. */
import { createContext, type ReactNode } from "react";

export const DocumentContext = createContext<ReactNode>(null);
