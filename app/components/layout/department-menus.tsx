import { Link, NavLink, useLocation } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { CachedFragment } from "#app/components/ui/cached-fragment.tsx";
import { lowerFirst } from "#app/models/shared/text.ts";
import { paths } from "#app/paths.ts";
import type { MenuColumn, MenuDepartment } from "./department-columns.ts";
import styles from "./department-menus.module.css";

type Departments = Readonly<{ departments: ReadonlyArray<MenuDepartment> }>;

export function DepartmentMenus({ departments }: Departments) {
  return (
    <ul className={styles.nav}>
      {departments.map((department) => (
        <li key={department.path}>
          <DepartmentMenu department={department} />
        </li>
      ))}
      <li>
        <NavLink to={paths.brands()}>Brands</NavLink>
      </li>
      <li>
        <NavLink to={paths.blog()}>Journal</NavLink>
      </li>
    </ul>
  );
}

function DepartmentMenu({ department }: Readonly<{ department: MenuDepartment }>) {
  const { pathname } = useLocation();
  const address = paths.category(department.path);
  const isHere = pathname === address || pathname.startsWith(`${address}/`);
  return (
    <details data-menu {...{ name: "nav" }}>
      <summary aria-current={isHere ? "true" : undefined}>
        {department.name}
        <Icon name="down" />
      </summary>
      <div className={styles.mega}>
        <CachedFragment as="div" className={`wrap ${styles.columns}`} part={Columns} of={{ department }} />
      </div>
    </details>
  );
}

function Columns({ department }: Readonly<{ department: MenuDepartment }>) {
  return (
    <>
      {department.columns.map((column) => (
        <Column key={column.heading} {...column} />
      ))}
      <div>
        <h3>More</h3>
        <ul className={styles.list}>
          <li>
            <Link to={paths.newIn()}>New in</Link>
          </li>
          <li>
            <Link to={paths.backInStock()}>Back in stock</Link>
          </li>
          <li>
            <Link to={paths.category(department.path)} prefetch="intent">
              All {lowerFirst(department.name)}
            </Link>
          </li>
        </ul>
      </div>
      <Promo department={department} />
    </>
  );
}

function Column({ heading, items }: MenuColumn) {
  return (
    <div>
      <h3>{heading}</h3>
      <ul className={styles.list}>
        {items.map(({ name, path }) => (
          <li key={path}>
            <Link to={paths.category(path)} prefetch="intent">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Promo({ department: { name, path, image } }: Readonly<{ department: MenuDepartment }>) {
  if (!image) return null;
  return (
    <Link className={`filled ${styles.promo}`} to={paths.category(path)}>
      <ShopImage image={{ file: image, alt: "", width: 1920, height: 900 }} sizes="30vw" />
      <span className={styles.promoCopy}>
        <b className="d-xs block">{name}</b> <span className="link sm">See everything</span>
      </span>
    </Link>
  );
}
