import { structuredText, type Thing } from "#app/models/shared/schema-org.ts";

export type StructuredDataProps = Readonly<{
  /** Null in the browser: see below. */
  things: ReadonlyArray<Thing> | null;
  /** The page's address, so that a page that scripts put together never carries another's data. */
  path: string;
}>;

/**
 * Data for search engines in the page that the server sends. They read that page, so the browser's scripts carry
 * neither the rules nor the data: there the things are null, and the element stays as it came.
 */
export function StructuredData({ things, path }: StructuredDataProps) {
  return (
    <script
      key={path}
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR && things ? structuredText(things) : "" }}
    />
  );
}
