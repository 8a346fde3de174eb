import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { NEW_ADDRESS } from "#app/models/checkout/found-address.ts";
import { addressLines, type SavedAddress } from "#app/models/customer/address-book.ts";

type SavedAddressesProps = Readonly<{
  kind: "delivery" | "billing";
  addresses: ReadonlyArray<SavedAddress>;
  /** Id of the chosen address; any other value means a typed one. */
  chosen: string | undefined;
  onChange?: () => void;
}>;

export function SavedAddresses({ kind, addresses, chosen, onChange }: SavedAddressesProps) {
  if (addresses.length === 0) return null;
  const known = addresses.some(({ id }) => id === chosen);
  const choices = addresses.map(({ id, address }) => {
    const [name, ...lines] = addressLines(address);
    return { value: id, title: name, text: lines.join(", ") };
  });
  return (
    <div className="below-5" data-saved={kind}>
      <ChoiceRows
        name={`${kind}_saved`}
        legend={kind === "delivery" ? "Deliver to" : "Billing address"}
        chosen={known ? chosen : NEW_ADDRESS}
        choices={[...choices, { value: NEW_ADDRESS, title: "Use a different address" }]}
        onChange={onChange}
      />
    </div>
  );
}
