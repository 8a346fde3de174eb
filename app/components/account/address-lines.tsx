import { addressLines } from "#app/models/customer/address-book.ts";
import type { Address } from "#app/models/customer/address.ts";

import styles from "./card.module.css";

export function AddressLines({
  address,
  withName = true,
}: Readonly<{ address: Address; withName?: boolean }>) {
  const lines = addressLines(address).slice(withName ? 0 : 1);
  return (
    <address className={styles.lines}>
      {lines.map((line, index) => (
        <span key={`${index} ${line}`}>{line}</span>
      ))}
    </address>
  );
}
