/** Brings the page to life in the browser; the page works without it. */
import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

import { RequestIdContext } from "#app/hooks/request-id.ts";

// The error page was rendered with an id that only the server knew.
const requestId = document.querySelector<HTMLElement>("[data-request-id]")?.dataset["requestId"] ?? null;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RequestIdContext.Provider value={requestId}>
        <RemixBrowser />
      </RequestIdContext.Provider>
    </StrictMode>,
  );
});
