import { Form, Link, useNavigation } from "@remix-run/react";
import { useEffect } from "react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { focusPage } from "#app/components/layout/route-announcer.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { announce } from "#app/hooks/announce.ts";
import { BASKET_GONE } from "#app/models/platform/error-messages.ts";
import { paths } from "#app/paths.ts";

import { isShownInPlace, type RefusalPlaces } from "./basket-refusal.ts";
import type { CartAnswer, CartRefusal, RemovedNote } from "./cart-answer.ts";

type BasketNoticesProps = Readonly<{
  answer: CartAnswer | null;
  /** Places of the page that show refusals themselves. */
  places?: RefusalPlaces;
  isExpired?: boolean;
  isOrdered?: boolean;
}>;

export function BasketNotices({ answer, places, isExpired = false, isOrdered = false }: BasketNoticesProps) {
  if (answer?.ok) return answer.removed ? <Removed note={answer.removed} /> : null;
  if (answer && !(places && isShownInPlace(answer, places))) return <Refused refusal={answer} />;
  return <Lost isExpired={isExpired} isOrdered={isOrdered} />;
}

function Lost({ isExpired, isOrdered }: Readonly<{ isExpired: boolean; isOrdered: boolean }>) {
  if (isOrdered)
    return (
      <Notice kind="info">
        This basket has already been ordered and paid for, here or in another browser.
      </Notice>
    );
  if (!isExpired) return null;
  return <Notice kind="info">{BASKET_GONE}.</Notice>;
}

const announced = new WeakSet<RemovedNote>();

function Removed({ note }: Readonly<{ note: RemovedNote }>) {
  const name = note.variantLabel ? `${note.name}, ${note.variantLabel},` : note.name;
  const { state } = useNavigation();
  useEffect(() => {
    // Removing the last line renders the notice a second time.
    if (announced.has(note)) return;
    announced.add(note);
    announce(`${name} removed from your basket`);
  }, [name, note]);
  useEffect(() => {
    // The focused button went with its line; "Undo" follows the heading.
    if (state === "idle" && document.activeElement === document.body) focusPage();
  }, [state]);
  return (
    <Notice action={note.canUndo ? <Undo note={note} /> : null}>
      <b className="strong">{name}</b> removed from your basket.
    </Notice>
  );
}

/** Works after the last line too, when the cart is gone. */
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

function retryAddress({ path, quantity }: NonNullable<CartRefusal["retry"]>): string {
  if (quantity === "") return path;
  return `${path}${path.includes("?") ? "&" : "?"}quantity=${encodeURIComponent(quantity)}`;
}
