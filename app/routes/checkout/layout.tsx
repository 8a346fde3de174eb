import { Outlet } from "@remix-run/react";

import { CheckoutFooter, CheckoutHeader } from "#app/components/layout/checkout-frame.tsx";
import { SkipLink } from "#app/components/layout/skip-link.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";

export default function CheckoutLayout() {
  const store = useStore();
  return (
    <>
      <SkipLink />
      <CheckoutHeader store={store} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <CheckoutFooter store={store} />
    </>
  );
}
