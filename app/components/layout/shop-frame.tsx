import type { ReactNode } from "react";

import { useRootData } from "#app/hooks/use-root-data.ts";
import { ConsentBanner } from "./consent-banner.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Logo } from "./logo.tsx";
import { SkipLink } from "./skip-link.tsx";
import { StoreChoiceForm } from "./store-choice-form.tsx";

export type ShopFrameProps = Readonly<{
  children: ReactNode;
  panel?: ReactNode;
}>;

export function ShopFrame({ children, panel }: ShopFrameProps) {
  const root = useRootData();
  return (
    <>
      <SkipLink />
      <ConsentBanner />
      {root ? (
        <Header
          store={root.store}
          departments={root.departments}
          cartCount={root.cartCount}
          favouritesCount={root.favourites.length}
          panel={panel}
        />
      ) : (
        <header className="wrap above-6 below-6" data-header="shop">
          <Logo name="Home" />
        </header>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {root ? <StoreChoiceForm store={root.store} /> : null}
      {root ? (
        <Footer store={root.store} departments={root.departments} information={root.information} />
      ) : null}
    </>
  );
}
