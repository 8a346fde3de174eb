import { createContext } from "react";

export type FragmentMarkup = Readonly<{ html: string } | { mark: string }>;

export type Fragments = Readonly<{
  look: (part: object, of: object) => FragmentMarkup;
}>;

export const FragmentContext = createContext<Fragments | null>(null);
