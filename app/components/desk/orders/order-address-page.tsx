import {
  type DeskAnswer,
  DeskErrors,
  DeskField,
  DeskNotice,
  DeskSelect,
} from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead, Panel } from "#app/components/desk/desk-back.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import {
  ADDRESS_FIELDS,
  ADDRESS_FORM,
  type AddressField,
  addressLabel,
} from "#app/models/customer/address.ts";
import { DeskLink } from "#app/components/desk/desk-parts.tsx";

export type AddressAnswer = DeskAnswer &
  Readonly<{ means?: Readonly<{ key: string; lines: ReadonlyArray<string> }> | null }>;

type Props = Readonly<{
  number: number;
  /** `shownStatus`: it is changed only from there. */
  shown: string;
  customer: string;
  present: ReadonlyArray<string>;
  values: Readonly<Record<string, string>>;
  countries: ReadonlyArray<Readonly<{ value: string; text: string }>>;
  isPacked: boolean;
  obstacle: string | null;
  answer: AddressAnswer;
}>;

export function OrderAddressPage(props: Props) {
  const { number, customer, present, isPacked, obstacle, answer, values } = props;
  const country = answer.values["country_code"] ?? values["country_code"] ?? "";
  const labels = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, addressLabel(field, country)]));
  return (
    <>
      <DeskBack href={deskPaths.order(number)}>Order {number}</DeskBack>
      <DeskHead
        title="Change the delivery address"
        sub={`Of order ${number}. The billing address and what was paid stay as they are.`}
      />
      <DeskErrors answer={answer} labels={labels} />
      {obstacle ? (
        <p className="panel">{obstacle}.</p>
      ) : (
        <>
          {isPacked ? (
            <DeskNotice tone="warn">
              It is packed. A label and a slip with the present address may be on the parcel: replace them.
            </DeskNotice>
          ) : null}
          <div className="cols">
            <AddressForm {...props} country={country} />
            <Panel title="Present address">
              <p>
                {present.map((line) => (
                  <span key={line}>
                    {line}
                    <br />
                  </span>
                ))}
              </p>
              <p className="xs muted">{customer} gets an email with the new address at once.</p>
            </Panel>
          </div>
        </>
      )}
    </>
  );
}

function AddressForm({
  number,
  shown,
  values,
  countries,
  answer,
  country,
}: Props & Readonly<{ country: string }>) {
  const means = answer.means ?? null;
  return (
    <form className="panel stack" method="post">
      {means ? <DeskNotice tone="warn">{means.lines.join(" ")} Change it all the same?</DeskNotice> : null}
      <div className="fields top">
        {ADDRESS_FIELDS.map((field) =>
          field === "country_code" ? (
            <DeskSelect
              key={field}
              name={field}
              label={ADDRESS_FORM[field].label}
              options={countries}
              value={values[field] ?? ""}
              answer={answer}
            />
          ) : (
            <AddressText key={field} {...{ field, country, answer }} value={values[field] ?? ""} />
          ),
        )}
      </div>
      <div className="acts">
        <input type="hidden" name="shown" value={shown} />
        <input type="hidden" name="agreed" value={means?.key ?? ""} />
        <button className="btn">{means ? "Change it all the same" : "Change address"}</button>
        <DeskLink href={deskPaths.order(number)} look="quiet">
          Keep the address
        </DeskLink>
      </div>
    </form>
  );
}

type TextProps = Readonly<{ field: AddressField; country: string; value: string; answer: DeskAnswer }>;

/** The address is the customer's: the browser must fill in nothing of the person at the desk. */
function AddressText({ field, country, value, answer }: TextProps) {
  const isOptional = "optional" in ADDRESS_FORM[field] && ADDRESS_FORM[field].optional === "always";
  return (
    <DeskField
      name={field}
      label={`${addressLabel(field, country)}${isOptional ? " (optional)" : ""}`}
      maxLength={ADDRESS_FORM[field].maxLength}
      autoComplete="off"
      value={value}
      answer={answer}
    />
  );
}
