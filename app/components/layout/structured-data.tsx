import { structuredText, type SchemaOrgThing } from "#app/models/shared/schema-org.ts";

export type StructuredDataProps = Readonly<{
  /** Null in the browser. */
  schemas: ReadonlyArray<SchemaOrgThing> | null;
  /** Keeps client navigation from showing another page's data. */
  path: string;
}>;

/** Search engines read the server's page, so in the browser the element stays as it came. */
export function StructuredData({ schemas, path }: StructuredDataProps) {
  return (
    <script
      key={path}
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR && schemas ? structuredText(schemas) : "" }}
    />
  );
}
