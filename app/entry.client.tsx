import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

import { PageErrorContext } from "#app/hooks/error-context.ts";
import { setHistoryKey } from "#app/hooks/history-key.ts";
import { returnTranslatedTexts } from "#app/hooks/translated-texts.ts";
import { rememberControls } from "#app/hooks/typed-before-scripts.ts";
import { PAGE_ID } from "#app/models/platform/page-element.ts";

// The error page was rendered with an id and a status that only the server knew.
const reported = document.querySelector<HTMLElement>("[data-request-id]")?.dataset;
const failure = {
  requestId: reported?.["requestId"] ?? null,
  status: reported ? Number(reported["status"]) : null,
};

setHistoryKey();
const page = document.getElementById(PAGE_ID);
if (page) {
  returnTranslatedTexts(page);
  rememberControls(page);
  startTransition(() => {
    hydrateRoot(
      page,
      <StrictMode>
        <PageErrorContext.Provider value={failure}>
          <RemixBrowser />
        </PageErrorContext.Provider>
      </StrictMode>,
    );
  });
}
