import { useState } from "react";

import { Dialog } from "#app/components/ui/dialog.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import { useHeldOffline, useOffline } from "#app/hooks/use-offline.ts";

/** Opens when the browser goes offline. After Close it opens again with the next link or form. */
export function OfflineDialog() {
  const isOffline = useOffline();
  const isHydrated = useHydrated();
  const [isDismissed, setDismissed] = useState(false);
  useHeldOffline(setDismissed);
  if (!isOffline && isDismissed) setDismissed(false);
  // Rendered by scripts only, because browsers without dialogs would show it on every page.
  if (!isHydrated) return null;
  return (
    <Dialog
      id="offline"
      open={isOffline && !isDismissed}
      title="No internet connection"
      icon={<Icon name="offline" size="large" />}
      onClose={() => setDismissed(true)}
    >
      <p className="muted">You must be connected to the internet to continue interacting with this website</p>
    </Dialog>
  );
}
