import { useHydrated } from "#app/hooks/use-hydrated.ts";

import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

export function PrintButton({ label }: Readonly<{ label: string }>) {
  const isHydrated = useHydrated();
  if (!isHydrated)
    return <p className="sm muted no-print">To print or save this page, use Print in your browser’s menu.</p>;
  return (
    <div className="no-print">
      <Button kind="line" onClick={() => window.print()}>
        <Icon name="print" size="small" />
        {label}
      </Button>
    </div>
  );
}
