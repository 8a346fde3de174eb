/** Brings the page to life in the browser; the page works without it. */
import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

import { FailureContext } from "#app/hooks/failure.ts";
import { nameHistoryEntry } from "#app/hooks/history-entry.ts";

// The error page was rendered with an id and a status that only the server knew.
const told = document.querySelector<HTMLElement>("[data-request-id]")?.dataset;
const failure = { requestId: told?.["requestId"] ?? null, status: told ? Number(told["status"]) : null };

nameHistoryEntry();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <FailureContext.Provider value={failure}>
        <RemixBrowser />
      </FailureContext.Provider>
    </StrictMode>,
  );
});
