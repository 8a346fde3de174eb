import { Notice } from "#app/components/ui/notice.tsx";

/** Why the shopper came back without having paid. `outcome` is null while the payment page is still open. */
export type Unpaid = Readonly<{ outcome: keyof typeof OUTCOMES | null; reason: string | null }>;

const OUTCOMES = {
  declined: "Your payment was declined.",
  cancelled: "You left the payment page before paying.",
  expired: "You ran out of time to pay.",
} as const;

type UnpaidNoticeProps = Readonly<{
  unpaid: Unpaid;
  /** "your basket has not changed". */
  unchanged: string;
}>;

export function UnpaidNotice({ unpaid: { outcome, reason }, unchanged }: UnpaidNoticeProps) {
  return (
    <Notice kind={outcome === "declined" ? "error" : "info"} role="alert">
      <p>
        {outcome ? <b>{OUTCOMES[outcome]}</b> : null} {reason ? `${reason}. ` : ""}
        You have not been charged, and {unchanged}.
      </p>
    </Notice>
  );
}
