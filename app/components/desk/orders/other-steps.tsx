import { More } from "#app/components/desk/desk-form.tsx";
import type { OrderPageData } from "#app/components/desk/order-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { StepForm } from "./order-parcel.tsx";
import { DeskLink } from "#app/components/desk/desk-parts.tsx";

export function OtherSteps({ order }: Readonly<{ order: OrderPageData }>) {
  const { may, number } = order;
  const rare = [may.unpack, may.undeliver, may.stopWork, may.address, may.openReturn, may.emails, may.cancel];
  if (!rare.some(Boolean)) return null;
  return (
    <section className="panel">
      <More title="Other steps" id="other-steps" isOpen={order.isStepsOpen}>
        <div className="stack-s">
          {may.unpack ? (
            <StepForm order={order} step="unpack" label="Mark as not packed">
              The customer can cancel the order again until you pack it.
            </StepForm>
          ) : null}
          {may.undeliver ? (
            <StepForm order={order} step="undeliver" label="Not delivered yet">
              For a mistake, within 24 hours. The return period starts later, and the customer gets an email.
            </StepForm>
          ) : null}
          {may.stopWork ? (
            <StepForm order={order} step="stop-work" label="Take the work back">
              The words on it can then be changed again, unless they come from a gift list.
            </StepForm>
          ) : null}
          {may.address ? (
            <p>
              <DeskLink href={deskPaths.orderAddress(number)}>Change the delivery address…</DeskLink>
            </p>
          ) : null}
          {may.openReturn ? (
            <p>
              <DeskLink href={deskPaths.newReturn({ order: number })}>Open a return…</DeskLink>
            </p>
          ) : null}
          {may.emails ? (
            <p>
              <DeskLink href={deskPaths.orderEmails(number)}>Send an email once more…</DeskLink>
            </p>
          ) : null}
          {may.cancel ? (
            <p>
              <DeskLink href={deskPaths.cancelOrder(number)} look="danger">
                Cancel the order…
              </DeskLink>
            </p>
          ) : null}
        </div>
      </More>
    </section>
  );
}
