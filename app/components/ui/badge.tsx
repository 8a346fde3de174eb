import type { ReactNode } from "react";

import styles from "./badge.module.css";

export const BADGE_KINDS = ["plain", "new", "sale", "back-in-stock", "info", "preorder", "sold-out"] as const;

export type BadgeProps = Readonly<{ kind: (typeof BADGE_KINDS)[number]; children: ReactNode }>;

export function Badge({ kind, children }: BadgeProps) {
  return <span className={`${styles.badge} ${KIND_CLASS[kind] ?? ""}`}>{children}</span>;
}

const KIND_CLASS = {
  plain: "",
  new: styles.isNew,
  sale: styles.sale,
  "back-in-stock": styles.sage,
  info: styles.blue,
  preorder: styles.terracotta,
  "sold-out": styles.out,
} satisfies Record<BadgeProps["kind"], string | undefined>;
