import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import {
  type DeskAnswer,
  DeskErrors,
  DeskField,
  DeskNotice,
  DeskSelect,
  DeskText,
} from "#app/components/desk/desk-form.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { useImageUrl } from "#app/hooks/image-url.ts";
import { SecondLine } from "#app/components/desk/desk-parts.tsx";

type Line = Readonly<{
  name: string;
  variantLabel: string | null;
  sku: string;
  image: string;
  left: number;
}>;

type Option = Readonly<{ value: string; text: string }>;

type Props = Readonly<{
  typed: string;
  error: string;
  order: Readonly<{
    orderNumber: number;
    lines: ReadonlyArray<Line>;
    /** The last day of the return period where it is over, or null. */
    endedOn: string | null;
  }> | null;
  reasons: ReadonlyArray<Option>;
  formKey: string;
  answer: DeskAnswer;
}>;

export function NewReturnPage(props: Props) {
  const { order, answer } = props;
  return (
    <>
      <DeskBack href={order ? deskPaths.order(order.orderNumber) : deskPaths.returns()}>
        {order ? `Order ${order.orderNumber}` : "Returns"}
      </DeskBack>
      <DeskHead
        title="Open a return"
        sub="For a customer who has written or called. They get an email with the returns number and where to send it."
      />
      <DeskErrors answer={answer} labels={labelsOf(order?.lines ?? [])} />
      {order ? <LinesForm {...props} order={order} /> : <OrderForm {...props} />}
    </>
  );
}

function labelsOf(lines: ReadonlyArray<Line>): Readonly<Record<string, string>> {
  const reasons = lines.map(({ name }, at) => [`reason-${at}`, `Why ${name}`] as const);
  return { ...Object.fromEntries(reasons), note: "What they said" };
}

function OrderForm({ typed, error }: Props) {
  return (
    <form className="panel stack" method="get" action={deskPaths.newReturn()}>
      <DeskField
        name="order"
        label="Order number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={typed}
        answer={{ errors: error ? { order: error } : {}, values: {} }}
      />
      <p className="acts">
        <button className="btn btn--big">Go on</button>
      </p>
    </form>
  );
}

type OfOrder = Props & Readonly<{ order: NonNullable<Props["order"]> }>;

function LinesForm({ order, reasons, formKey, answer }: OfOrder) {
  const { lines, endedOn } = order;
  if (lines.every(({ left }) => left === 0))
    return (
      <p className="panel">
        Nothing of this order can come back: it has not been sent yet, or all of it has been returned or
        refunded.
      </p>
    );
  return (
    <>
      {endedOn ? (
        <DeskNotice tone="warn">
          The return period ended on {endedOn}. You can take it back all the same.
        </DeskNotice>
      ) : null}
      <form className="panel stack" method="post">
        <input type="hidden" name="key" value={answer.values["key"] ?? formKey} />
        {lines.map((line, at) =>
          line.left === 0 ? null : (
            <ReturnedLine key={`${line.sku} ${at}`} line={line} at={at} reasons={reasons} answer={answer} />
          ),
        )}
        <DeskText
          name="note"
          label="What they said"
          hint="Optional. It stands on the return, and is part of what a customer can ask for of their data."
          rows={3}
          maxLength={500}
          answer={answer}
        />
        <p className="acts">
          <button className="btn btn--big">Open the return</button>
        </p>
      </form>
    </>
  );
}

type LineProps = Pick<Props, "reasons" | "answer"> & Readonly<{ line: Line; at: number }>;

function ReturnedLine({ line, at, reasons, answer }: LineProps) {
  const imageUrl = useImageUrl();
  const { name, variantLabel, sku, image, left } = line;
  const units = Array.from({ length: left + 1 }, (_, count) => {
    return { value: String(count), text: count === 0 ? "It stays" : `${count} of ${left}` };
  });
  return (
    <fieldset>
      <legend className="lead-c">
        <img className="pic" src={imageUrl(image, 96)} alt="" width="48" height="48" />
        <span>
          <b>{name}</b>
          {variantLabel ? `, ${variantLabel}` : null}
          <SecondLine look="xs muted mono">{sku}</SecondLine>
        </span>
      </legend>
      <div className="fields top">
        <DeskSelect name={`units-${at}`} label="Comes back" value="0" options={units} answer={answer} />
        <DeskSelect name={`reason-${at}`} label="Why" options={reasons} answer={answer} />
      </div>
    </fieldset>
  );
}
