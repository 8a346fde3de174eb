/** Fragments that the server has rendered before. Browsers have none. */
import { createContext } from "react";

/** Stored HTML, or the mark under which the render stores it. */
export type StoredMarkup = Readonly<{ html: string } | { mark: string }>;

export type StoredParts = Readonly<{
  look: (part: object, of: object) => StoredMarkup;
}>;

export const StoredPartsContext = createContext<StoredParts | null>(null);
