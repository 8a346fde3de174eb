import { useAnswerFocus } from "#app/components/form/error-summary.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

type Refusal = Readonly<{ message: string; explanation: string | null }>;

/** Comes into view and takes the focus, with each new `refusal`. */
export function AddToCartError({ refusal }: Readonly<{ refusal: Refusal }>) {
  return (
    <div ref={useAnswerFocus(refusal)} tabIndex={-1}>
      <Notice kind="error" role="alert">
        <b className="strong">{refusal.message}</b> {refusal.explanation}
      </Notice>
    </div>
  );
}
