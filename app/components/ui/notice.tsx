import type { ReactNode } from "react";

import { Icon, type IconName } from "./icon.tsx";
import type { NOTICE_KINDS } from "./component-options.ts";
import styles from "./notice.module.css";

export type NoticeKind = (typeof NOTICE_KINDS)[number];

export type NoticeProps = Readonly<{
  kind?: NoticeKind;
  children: ReactNode;
  action?: ReactNode;
  role?: "status" | "alert";
}>;

export function Notice({ kind = "success", children, action, role }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={role}>
      <Icon name={ICON[kind]} />
      <div>{children}</div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

const ICON = { success: "check", info: "info", warn: "info", error: "warn" } satisfies Record<
  NoticeKind,
  IconName
>;
