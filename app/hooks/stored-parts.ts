/** Parts of a page that the server has drawn before. In the browser there are none: it draws everything. */
import { createContext } from "react";

/** The markup of a part as it was drawn from the same data, or the mark under which it is found once it is drawn. */
export type StoredMarkup = Readonly<{ html: string } | { mark: string }>;

export type StoredParts = Readonly<{
  /** What there is of the component `part` for the data `of`. */
  look: (part: object, of: object) => StoredMarkup;
}>;

export const StoredPartsContext = createContext<StoredParts | null>(null);
