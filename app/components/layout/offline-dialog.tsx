import { useState } from "react";

import { Dialog } from "#app/components/ui/dialog.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { useOffline } from "#app/hooks/use-offline.ts";

/** Opens when the browser goes offline; closes when it is back, or when Close is pressed. */
export function OfflineDialog() {
  const isOffline = useOffline();
  const [isDismissed, setDismissed] = useState(false);
  // The next time without a network is a new one.
  if (!isOffline && isDismissed) setDismissed(false);
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
