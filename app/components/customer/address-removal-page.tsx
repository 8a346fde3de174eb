import { Form } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import type { SavedAddress } from "#app/models/customer/address-book.ts";
import { paths } from "#app/paths.ts";

import { CustomerFrame } from "./customer-frame.tsx";
import { AddressLines } from "./address-lines.tsx";

export function AddressRemovalPage({ saved }: Readonly<{ saved: SavedAddress }>) {
  return (
    <CustomerFrame current="addresses">
      <div className="measure">
        <h1 className="d-lg below-6">Delete this address?</h1>
        <div className="panel column gap-2">
          <AddressLines address={saved.address} />
          <p className="muted">This cannot be undone. It will not affect orders you have already placed.</p>
        </div>
        <Form method="post" action={paths.address(saved.id)} className="cluster gap-3 above-8">
          <SubmitButton intent="delete" kind="danger" label="Delete address" pendingLabel="Deleting" />
          <ButtonLink to={paths.addresses()} kind="quiet">
            Keep address
          </ButtonLink>
        </Form>
      </div>
    </CustomerFrame>
  );
}
