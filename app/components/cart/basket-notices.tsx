import { Form, Link } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { paths } from "#app/paths.ts";

import type { CartAnswer, CartRefusal, RemovedNote } from "./cart-answer.ts";

/** What came of the last thing the shopper did, where it is not said beside a line or a field. */
export function BasketNotices({
  answer,
  isExpired = false,
  isOrdered = false,
}: Readonly<{ answer: CartAnswer | null; isExpired?: boolean; isOrdered?: boolean }>) {
  if (answer?.ok) return answer.removed ? <Removed note={answer.removed} /> : null;
  if (answer?.lineId === null && answer.postcode === null && answer.coupon === null)
    return <Refused refusal={answer} />;
  return <Lost isExpired={isExpired} isOrdered={isOrdered} />;
}

/** Why a basket that this browser had is no longer there. */
function Lost({ isExpired, isOrdered }: Readonly<{ isExpired: boolean; isOrdered: boolean }>) {
  if (isOrdered)
    return (
      <Notice kind="info">
        This basket was ordered and paid for, here or in another browser where it was open.
      </Notice>
    );
  if (!isExpired) return null;
  return (
    <Notice kind="info">Your basket has expired, so it is empty now. Baskets are kept for 90 days.</Notice>
  );
}

function Removed({ note }: Readonly<{ note: RemovedNote }>) {
  const name = note.variantLabel ? `${note.name}, ${note.variantLabel},` : note.name;
  return (
    <Notice role="status" action={note.canUndo ? <Undo note={note} /> : null}>
      <b className="strong">{name}</b> removed from your basket.
    </Notice>
  );
}

/** Adds again what was there: it works after the last line as well, when the basket itself is gone. */
function Undo({ note }: Readonly<{ note: RemovedNote }>) {
  return (
    <Form method="post" action={paths.cart()} replace preventScrollReset>
      <input type="hidden" name="variantId" value={note.variantId} />
      <input type="hidden" name="quantity" value={note.quantity} />
      {note.gift?.paper ? <input type="hidden" name="paper" value={note.gift.paper} /> : null}
      {note.gift?.message ? <input type="hidden" name="message" value={note.gift.message} /> : null}
      <SubmitButton
        kind="line"
        size="is-small"
        intent="undo"
        label="Undo"
        pendingLabel="Undoing"
        describe={`the removal of ${note.name}`}
      />
    </Form>
  );
}

function Refused({ refusal }: Readonly<{ refusal: CartRefusal }>) {
  const { message, explanation, retry } = refusal;
  return (
    <Notice kind="error" role="alert">
      <b className="strong">{message}.</b> {explanation}
      {retry ? (
        <>
          {" "}
          <Link className="link" to={retryAddress(retry)}>
            Back to {retry.name}
          </Link>
        </>
      ) : null}
    </Notice>
  );
}

/** The product's page with the quantity as it was typed. */
function retryAddress({ path, quantity }: NonNullable<CartRefusal["retry"]>): string {
  if (quantity === "") return path;
  return `${path}${path.includes("?") ? "&" : "?"}quantity=${encodeURIComponent(quantity)}`;
}
