import { Link } from "@remix-run/react";

import { Icon, type IconName } from "#app/components/ui/icon.tsx";
import { CachedFragment } from "#app/components/ui/cached-fragment.tsx";
import { lowerFirst } from "#app/models/shared/text.ts";
import { paths } from "#app/paths.ts";
import type { MenuDepartment } from "./department-columns.ts";
import styles from "./mobile-menu.module.css";

type Departments = Readonly<{ departments: ReadonlyArray<MenuDepartment> }>;

/** Below 1280 px. */
export function MobileMenu({ departments }: Departments) {
  return (
    <details className={styles.menu} data-menu>
      <summary className="iconb">
        <span className={styles.whenClosed}>
          <Icon name="menu" />
        </span>
        <span className={styles.whenOpen}>
          <Icon name="close" />
        </span>
        <span className="visually-hidden">Menu </span>
      </summary>
      <CachedFragment
        as="nav"
        className={styles.panel}
        aria-label="Main, mobile"
        part={Lines}
        of={{ departments }}
      />
    </details>
  );
}

function Lines({ departments }: Departments) {
  return (
    <>
      {departments.map((department) => (
        <Department key={department.path} department={department} />
      ))}
      <TopLink to={paths.giftsByAge()} name="Gifts by age" /> <TopLink to={paths.newIn()} name="New in" />{" "}
      <TopLink to={paths.backInStock()} name="Back in stock" /> <TopLink to={paths.brands()} name="Brands" />{" "}
      <TopLink to={paths.blog()} name="Journal" />
      <div className={`unlined ${styles.foot}`}>
        <FootLink to={paths.favourites()} icon="heart" name="Favourites" />{" "}
        <FootLink to={paths.account()} icon="account" name="Account" />{" "}
        <FootLink to={paths.information("delivery-and-return")} icon="truck" name="Delivery" />{" "}
        <FootLink to={paths.information("contact-us")} icon="mail" name="Contact us" />
      </div>
    </>
  );
}

function Department({ department: { name, path, kinds } }: Readonly<{ department: MenuDepartment }>) {
  return (
    <details className={styles.department} {...{ name: "menu" }}>
      <summary>
        {name}
        <Icon name="down" />
      </summary>
      <ul className={`unlined ${styles.kinds}`}>
        {kinds.map((kind) => (
          <li key={kind.path}>
            <Link to={paths.category(kind.path)}>{kind.name}</Link>
          </li>
        ))}
        <li>
          <Link to={paths.category(path)}>All {lowerFirst(name)}</Link>
        </li>
      </ul>
    </details>
  );
}

function TopLink({ to, name }: Readonly<{ to: string; name: string }>) {
  return (
    <Link className={styles.top} to={to}>
      {name}
      <Icon name="right" />
    </Link>
  );
}

function FootLink({ to, icon, name }: Readonly<{ to: string; icon: IconName; name: string }>) {
  return (
    <Link to={to}>
      <Icon name={icon} />
      {name}
    </Link>
  );
}
