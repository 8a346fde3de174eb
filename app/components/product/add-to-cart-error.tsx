import { Notice } from "#app/components/ui/notice.tsx";

export function AddToCartError({
  message,
  explanation,
}: Readonly<{ message: string; explanation: string | null }>) {
  return (
    <Notice kind="error" role="alert">
      <b className="strong">{message}</b> {explanation}
    </Notice>
  );
}
