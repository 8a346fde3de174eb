import type { ReactNode } from "react";

export const BADGE_KINDS = ["plain", "new", "sale", "back-in-stock", "info", "preorder", "sold-out"] as const;

export type BadgeProps = Readonly<{ kind: (typeof BADGE_KINDS)[number]; children: ReactNode }>;

export function Badge({ kind, children }: BadgeProps) {
  return <span className={`tag ${KIND_CLASS[kind]}`}>{children}</span>;
}

const KIND_CLASS = {
  plain: "tag--plain",
  new: "tag--do",
  sale: "tag--sale",
  "back-in-stock": "tag--ok",
  info: "tag--way",
  preorder: "tag--preorder",
  "sold-out": "",
} satisfies Record<BadgeProps["kind"], string>;
