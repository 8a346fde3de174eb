import { Link } from "@remix-run/react";
import { type ReactNode, useRef } from "react";

import { CountDot } from "#app/components/ui/count-dot.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { useDetailsMenu } from "#app/hooks/use-details-menu.ts";
import type { StoreSummary } from "#app/hooks/use-root-data.ts";
import { itemsLabel } from "#app/models/cart/cart.ts";
import { paths } from "#app/paths.ts";
import type { MenuDepartment } from "./department-columns.ts";
import { DepartmentMenus } from "./department-menus.tsx";
import styles from "./header.module.css";
import { Logo } from "./logo.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { PromiseStrip } from "./promise-strip.tsx";
import { SearchForm } from "./search-form.tsx";

export type HeaderProps = Readonly<{
  store: StoreSummary;
  departments: ReadonlyArray<MenuDepartment>;
  cartCount: number;
  favouritesCount: number;
  panel?: ReactNode;
}>;

export function Header({ store, departments, cartCount, favouritesCount, panel }: HeaderProps) {
  const header = useRef<HTMLElement>(null);
  useDetailsMenu(header);
  return (
    <header ref={header} className={styles.header} data-header="shop">
      <PromiseStrip promises={store.promises} notices={store.notices} />
      <div className={styles.anchor}>
        <div className={`wrap ${styles.row}`}>
          <div className={styles.mobile}>
            <MobileMenu departments={departments} />
          </div>
          <Logo name={store.name} />
          <nav className={styles.wideNav} aria-label="Main">
            <DepartmentMenus departments={departments} />
          </nav>
          <div className={styles.tools}>
            <div className={styles.wideSearch}>
              <SearchForm id="search-desk" label="Shop" />
            </div>
            <Link className={`${styles.tool} ${styles.searchLink}`} to={paths.search()}>
              <Icon name="search" />
              <span className="visually-hidden">Search</span>
            </Link>{" "}
            <Link className={`${styles.tool} ${styles.account}`} to={paths.account()}>
              <Icon name="account" />
              <span className="visually-hidden">Account</span>
            </Link>{" "}
            <FavouritesLink count={favouritesCount} /> <BasketLink count={cartCount} />
          </div>
        </div>
        <div className={`wrap ${styles.mobileSearch}`}>
          <SearchForm id="search-mobile" label="Shop, mobile" />
        </div>
        {panel}
      </div>
    </header>
  );
}

function FavouritesLink({ count }: Readonly<{ count: number }>) {
  return (
    <Link
      className={`${styles.tool} ${styles.favourites}`}
      to={paths.favourites()}
      aria-label={`Favourites, ${itemsLabel(count)}`}
    >
      <Icon name="heart" />
      <span className="visually-hidden">Favourites </span>
      {count > 0 ? <CountDot count={count} /> : null}
    </Link>
  );
}

function BasketLink({ count }: Readonly<{ count: number }>) {
  return (
    <Link
      className={styles.tool}
      to={paths.cart()}
      aria-label={`Basket, ${itemsLabel(count)}`}
      data-basket-count={count}
    >
      <Icon name="basket" />
      <span className="visually-hidden">Basket </span>
      {count > 0 ? <CountDot count={count} /> : null}
    </Link>
  );
}
