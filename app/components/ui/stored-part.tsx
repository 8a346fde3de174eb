import { type ComponentType, useContext } from "react";

import { StoredPartsContext } from "#app/hooks/stored-parts.ts";

export type StoredPartProps<Of extends object> = Readonly<{
  as: "article" | "div" | "fieldset" | "footer" | "nav" | "section";
  className?: string | undefined;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  /** Draws what is inside, from `of` and from nothing else: it asks neither the address nor the visitor's data. */
  part: ComponentType<Of>;
  /** Plain data. */
  of: Of;
}>;

/**
 * A part that is the same on many pages, such as a card or a menu: the server draws it once for equal data (decision
 * 42). The browser draws it as any other, and finds the same markup.
 */
export function StoredPart<Of extends object>({ as: Tag, part: Part, of, ...own }: StoredPartProps<Of>) {
  const stored = useContext(StoredPartsContext);
  const drawn = <Part {...of} />;
  if (!import.meta.env.SSR || stored === null) return <Tag {...own}>{drawn}</Tag>;
  const known = stored.look(Part, of);
  if ("html" in known) return <Tag {...own} dangerouslySetInnerHTML={{ __html: known.html }} />;
  return (
    <Tag {...own} data-stored={known.mark}>
      {drawn}
    </Tag>
  );
}
