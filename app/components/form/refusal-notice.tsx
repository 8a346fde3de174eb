import { Notice, type NoticeProps } from "#app/components/ui/notice.tsx";

import { useAnswerFocus } from "./error-summary.tsx";

type RefusalNoticeProps = Pick<NoticeProps, "action" | "children"> &
  Readonly<{
    /** Another one takes the focus again without an answer of the route, as one of a fetcher. */
    refusal?: unknown;
  }>;

/** Why nothing came of the last form, for the form as a whole. Takes the focus when it appears. */
export function RefusalNotice({ refusal, ...notice }: RefusalNoticeProps) {
  const element = useAnswerFocus(refusal);
  return (
    <div ref={element} role="alert" tabIndex={-1}>
      <Notice kind="error" {...notice} />
    </div>
  );
}

/** Nothing without a text. */
export function Problem({ text }: Readonly<{ text: string | null | undefined }>) {
  return text ? (
    <RefusalNotice>
      <p>{text}</p>
    </RefusalNotice>
  ) : null;
}
