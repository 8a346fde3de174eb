import { Links, Scripts } from "@remix-run/react";

import { EARLY_RESTORATION } from "#app/hooks/scroll-restoration.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import { PAGE_ID } from "#app/models/platform/page-element.ts";

import { PageHead } from "./page-head.tsx";

type ShopDocumentProps = Readonly<{
  /** The drawn page. */
  html: string;
  /** Null for a page without scripts. */
  nonce: string | null;
}>;

/** Drawn on the server alone: scripts take over only the page in it (decision 0054). */
export function ShopDocument({ html, nonce }: ShopDocumentProps) {
  const { language, themeColour, themeCss } = useStore();
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={themeColour} />
        <PageHead />
        <Links />
        {themeCss === undefined ? null : <style>{themeCss}</style>}
      </head>
      <body>
        <div id={PAGE_ID} dangerouslySetInnerHTML={{ __html: html }} />
        {nonce === null ? null : (
          <>
            <script nonce={nonce} dangerouslySetInnerHTML={{ __html: EARLY_RESTORATION }} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}
