import { type DeskAnswer, DeskChoice, DeskField, DeskText } from "#app/components/desk/desk-form.tsx";

export const COUPON_LABELS = {
  code: "Code",
  kind: "Discount",
  worth: "Per cent or amount off",
  minimum: "Orders from",
  "fixed-in": "Amount off in other currencies",
  "minimum-in": "Orders from, in other currencies",
  starts: "From",
  ends: "Until",
  categories: "Departments",
  products: "Products",
  "max-uses": "Most uses",
  name: "Name",
} as const;

const KINDS = [
  { value: "percent", label: "Per cent" },
  { value: "fixed", label: "Amount" },
  { value: "free-delivery", label: "Free delivery" },
] as const;

type Props = Readonly<{ others: ReadonlyArray<string>; answer: DeskAnswer }>;

export function CouponFields({ answer, others }: Props) {
  const kind = answer.values["kind"] ?? "percent";
  return (
    <>
      <DeskField
        name="code"
        label={COUPON_LABELS.code}
        hint="3 to 40 letters, digits or hyphens"
        answer={answer}
        maxLength={40}
        className="mono"
        autoComplete="off"
      />
      <DeskChoice name="kind" legend={COUPON_LABELS.kind} options={KINDS} chosen={kind} isInline />
      <div className="fields">
        <Amount name="worth" hint="Such as 15, or 7.50. Empty for free delivery" answer={answer} />
        <Amount name="minimum" hint="Empty: any order" answer={answer} />
        {others.length > 0 ? (
          <>
            <Amount name="fixed-in" hint={`Such as ${others[0] ?? ""} 6`} answer={answer} />
            <Amount name="minimum-in" hint={`Such as ${others[0] ?? ""} 45`} answer={answer} />
          </>
        ) : null}
        <Day name="starts" hint="Empty: at once" answer={answer} />
        <Day name="ends" hint="That day included. Empty: no end" answer={answer} />
      </div>
      <OnlyFor answer={answer} />
    </>
  );
}

function OnlyFor({ answer }: Readonly<{ answer: DeskAnswer }>) {
  return (
    <>
      <DeskText
        name="categories"
        label={COUPON_LABELS.categories}
        hint="By name, one a line, such as Wooden toys. Empty: all"
        answer={answer}
        rows={2}
      />
      <DeskText
        name="products"
        label={COUPON_LABELS.products}
        hint="By name, one a line, such as Rainbow Stacker. Empty: all"
        answer={answer}
        rows={2}
      />
      {[
        ["once-per-customer", "Once for each customer"],
        ["first-order", "First orders only"],
        ["not-on-sale-items", "Not on items that are on sale"],
      ].map(([name = "", label]) => (
        <label key={name} className="check">
          <input type="checkbox" name={name} defaultChecked={Boolean(answer.values[name])} />
          <span>{label}</span>
        </label>
      ))}
      <Amount name="max-uses" hint="Empty: no limit" answer={answer} />
      <DeskField
        name="name"
        label={COUPON_LABELS.name}
        hint="What shoppers see in the basket. Empty: what it is worth"
        answer={answer}
        maxLength={200}
      />
    </>
  );
}

type NamedField = Readonly<{ name: keyof typeof COUPON_LABELS; hint: string; answer: DeskAnswer }>;

function Amount({ name, hint, answer }: NamedField) {
  return (
    <DeskField
      name={name}
      label={COUPON_LABELS[name]}
      hint={hint}
      answer={answer}
      inputMode={name.endsWith("-in") ? "text" : "decimal"}
      maxLength={60}
    />
  );
}

function Day({ name, hint, answer }: NamedField) {
  return <DeskField name={name} label={COUPON_LABELS[name]} hint={hint} answer={answer} type="date" />;
}
