import { Fragment } from "react";

import { addressLines } from "#app/models/customer/address-book.ts";
import type { Address } from "#app/models/customer/address.ts";

export function AddressLines({
  address,
  withName = true,
}: Readonly<{ address: Address; withName?: boolean }>) {
  const lines = addressLines(address).slice(withName ? 0 : 1);
  return (
    <address>
      {lines.map((line, index) => (
        <Fragment key={`${index} ${line}`}>
          {index > 0 ? <br /> : null}
          {line}
        </Fragment>
      ))}
    </address>
  );
}
