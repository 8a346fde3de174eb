import { Notice } from "#app/components/ui/notice.tsx";

type DraftNoticeProps = Readonly<{
  /** What was not done yet: "we could save this". */
  undone?: string;
  next?: string;
}>;

export function DraftNotice({ undone = "we could save this", next = "save it again" }: DraftNoticeProps) {
  return (
    <Notice kind="info" role="status">
      <p>
        You were logged out before {undone}. We have kept what you typed. Check it, then {next}.
      </p>
    </Notice>
  );
}
