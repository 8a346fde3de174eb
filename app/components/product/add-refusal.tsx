import { Notice } from "#app/components/ui/notice.tsx";

/** Why something could not go into the basket, beside the button that was to put it there. */
export function AddRefusal({
  message,
  explanation,
}: Readonly<{ message: string; explanation: string | null }>) {
  return (
    <Notice kind="error" role="alert">
      <b className="strong">{message}</b> {explanation}
    </Notice>
  );
}
