import { type ComponentType, useContext } from "react";

import { FragmentContext } from "#app/hooks/fragment-context.ts";

export type CachedFragmentProps<Of extends object> = Readonly<{
  as: "article" | "div" | "fieldset" | "footer" | "nav" | "section";
  className?: string | undefined;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  /** Renders from `of` alone, without context. */
  part: ComponentType<Of>;
  of: Of;
}>;

/** A part that many pages share, such as a card: the server renders it once for equal data (decision 0003). */
export function CachedFragment<Of extends object>({
  as: Tag,
  part: Part,
  of,
  ...own
}: CachedFragmentProps<Of>) {
  const stored = useContext(FragmentContext);
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
