import { DeskNotice } from "#app/components/desk/desk-form.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskButton } from "#app/components/desk/desk-parts.tsx";

/** What takes the last step on an order back, also from the page of the next one. */
export type WayBack = Readonly<{
  number: number;
  step: "unpack" | "undeliver";
  /** `shownStatus` of that order: it is taken back only from there. */
  shown: string;
}>;

type Props = Readonly<{
  done: string;
  number: number;
  doneNumber: number;
  back: WayBack | null;
  lastStep: string | null;
  /** "£54.00", of the last refund. */
  refunded: string | null;
}>;

export function OrderDoneLine({ done, number, doneNumber, back, lastStep, refunded }: Props) {
  return (
    <DeskNotice end={back ? <TakeBack back={back} /> : null}>
      {done === "refund" && refunded !== null
        ? `${refunded} of order ${doneNumber} is on its way to the customer.`
        : doneText(done, doneNumber)}
      {lastStep === null ? "" : ` ${lastStep}.`}
      {done === "pack" && doneNumber !== number ? ` Next: ${number}.` : ""}
    </DeskNotice>
  );
}

function TakeBack({ back: { number, step, shown } }: Readonly<{ back: WayBack }>) {
  const list = step === "unpack" ? { view: "to-pack" } : {};
  return (
    <form method="post" action={deskPaths.order(number, list)}>
      <input type="hidden" name="shown" value={shown} />
      <DeskButton intent={step}>
        {step === "unpack" ? "Mark as not packed" : "Undo"}
        <span className="vh">
          {step === "unpack" ? `: order ${number}` : ` the delivery of order ${number}`}
        </span>
      </DeskButton>
    </form>
  );
}

function doneText(done: string, number: number): string {
  const words: Readonly<Record<string, string>> = {
    pack: `Order ${number} is packed.`,
    unpack: `Order ${number} is not packed any more.`,
    "start-work": `The work on order ${number} has started. The words on it stay as they are.`,
    "stop-work": `The work on order ${number} is taken back.`,
    deliver: `Order ${number} is delivered.`,
    undeliver: `Order ${number} is on its way again.`,
    before: `Order ${number} was like this already: nothing has changed.`,
    send: `The parcel of order ${number} goes out in two minutes.`,
    withdraw: `The parcel of order ${number} stays here.`,
    note: "Note saved.",
    address: `Order ${number} goes to the new address. The customer gets an email.`,
    email: "The email is on its way once more.",
    "email-before": "That email was sent once more a few minutes ago: nothing has changed.",
    refund: `The refund of order ${number} is on its way.`,
    credit: `The family of order ${number} gets its credit by email.`,
    return: `The return of order ${number} is accepted. Nothing is refunded for it.`,
    unsent: `The items of order ${number} will not be sent. Nothing was paid for them.`,
    cancel: `Order ${number} is cancelled.`,
    payment: `The payment of order ${number} is no longer under review.`,
    "paid-back": `The refund of order ${number} is noted as paid.`,
    "payment-same": "The payment provider says the same as before: nothing has changed.",
  };
  return words[done] ?? "Done.";
}
