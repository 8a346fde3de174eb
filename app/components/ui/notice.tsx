import type { ReactNode } from "react";

import { Icon, type IconName } from "./icon.tsx";
import type { NOTICE_KINDS } from "./component-options.ts";

export type NoticeKind = (typeof NOTICE_KINDS)[number];

export type NoticeProps = Readonly<{
  kind?: NoticeKind;
  children: ReactNode;
  action?: ReactNode;
  role?: "status" | "alert";
}>;

export function Notice({ kind = "success", children, action, role }: NoticeProps) {
  return (
    <div className={LOOK[kind]} role={role}>
      <Icon name={ICON[kind]} />
      <div>{children}</div>
      {action ? <div>{action}</div> : null}
    </div>
  );
}

const ICON = { success: "check", info: "info", warn: "warn", error: "warn" } satisfies Record<
  NoticeKind,
  IconName
>;

const LOOK = {
  success: "notice",
  info: "notice notice--info",
  warn: "notice notice--warn",
  error: "notice notice--error",
} satisfies Record<NoticeKind, string>;
