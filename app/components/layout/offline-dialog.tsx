import { useState } from "react";

import { Dialog } from "#app/components/ui/dialog.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import { useHeldOffline } from "#app/hooks/use-held-offline.ts";
import { useOffline } from "#app/hooks/use-offline.ts";

/**
 * Opens when the browser goes offline; closes when it is back, or when Close is pressed. Whoever then follows a link or
 * sends a form sees it again, and stays on the page.
 */
export function OfflineDialog() {
  const isOffline = useOffline();
  const isHydrated = useHydrated();
  const [isDismissed, setDismissed] = useState(false);
  useHeldOffline(setDismissed);
  // The next time without a network is a new one.
  if (!isOffline && isDismissed) setDismissed(false);
  // Nothing but a script can open it, and browsers that know no dialogs would show it on every page.
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
