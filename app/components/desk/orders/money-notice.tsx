import { deskPaths } from "#app/desk-paths.ts";
import { Panel } from "#app/components/desk/desk-back.tsx";
import { DeskLink } from "#app/components/desk/desk-parts.tsx";

/** A dispute that is open or lost, or a refund that is still owed. */
export type MoneyNotice = Readonly<{
  key: string;
  title: string;
  /** What happened, and what to do and not to do. */
  words: ReadonlyArray<string>;
  /** Of a failed refund, for whoever may refund: its id. */
  refundId: string | null;
  /** The failed refund stands in the list of failures, where it can be sent again. */
  maySendAgain: boolean;
}>;

type Props = Readonly<{ number: number; notices: ReadonlyArray<MoneyNotice> }>;

export function MoneyNotices({ number, notices }: Props) {
  return notices.map(({ key, title, words, refundId, maySendAgain }) => (
    <Panel key={key} className="stack" title={title} id={key}>
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className="acts">
        {maySendAgain ? <DeskLink href={deskPaths.health()}>Send it again, under Health…</DeskLink> : null}
        {refundId ? (
          <DeskLink href={deskPaths.orderPayment(number, { refund: refundId })}>
            Note that you have paid it…
          </DeskLink>
        ) : null}
      </div>
    </Panel>
  ));
}
