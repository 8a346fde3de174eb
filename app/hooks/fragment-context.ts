/** Fragments that the server has rendered before. Browsers have none. */
import { createContext } from "react";

/** Stored HTML, or the mark under which the render stores it. */
export type FragmentMarkup = Readonly<{ html: string } | { mark: string }>;

export type Fragments = Readonly<{
  look: (part: object, of: object) => FragmentMarkup;
}>;

export const FragmentContext = createContext<Fragments | null>(null);
