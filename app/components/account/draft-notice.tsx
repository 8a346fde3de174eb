import { Notice } from "#app/components/ui/notice.tsx";

/** Above a form that holds what was typed before the customer was logged out. */
export function DraftNotice() {
  return (
    <Notice kind="info" role="status">
      <p>You were logged out before this was saved. Here is what you typed: check it, then save it again.</p>
    </Notice>
  );
}
