import { Form, Link } from "@remix-run/react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { CheckField } from "#app/components/form/check-field.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { Breadcrumbs, type BreadcrumbsProps } from "#app/components/ui/breadcrumbs.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import type { ProductImage } from "#app/models/catalogue/product.ts";
import { GIFT_NOTE_MAX, GIFT_QUANTITY_MAX, MOST_NEEDED_MAX } from "#app/models/gift-list/gift-list.ts";
import { untilWork } from "#app/models/platform/made-for-you.ts";

import { GiftListNotices } from "./notices.tsx";

export type GiftFormPageProps = Readonly<{
  title: string;
  crumbs: BreadcrumbsProps["crumbs"];
  action: string;
  gift: Readonly<{ name: string; image: ProductImage | null }>;
  hidden: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
  lists: ReadonlyArray<Readonly<{ value: string; label: string }>> | null;
  variants?: ReadonlyArray<Readonly<{ value: string; label: string }>>;
  button: Readonly<{ label: string; pendingLabel: string }>;
  back: Readonly<{ to: string; label: string }>;
  answer: AuthAnswer;
}>;

export function GiftFormPage(props: GiftFormPageProps) {
  const { title, crumbs, action, gift, hidden, lists, variants = [], button, back, answer } = props;
  const values = { ...props.values, ...answer.values };
  return (
    <div className="wrap">
      <Breadcrumbs isUnlisted crumbs={crumbs} />
      <h1 className="d-lg below-6">{title}</h1>
      <GiftListNotices answer={answer} note={null} />
      <div className="split">
        <Form method="post" action={action} className="column gap-6 measure" noValidate>
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <GiftFields {...{ lists, variants, values }} errors={answer.errors} />
          <div className="cluster gap-3">
            <SubmitButton {...button} />
            <Link className="link" to={back.to}>
              {back.label}
            </Link>
          </div>
        </Form>
        {gift.image ? (
          <aside className="panel">
            <ShopImage image={gift.image} alt="" sizes="(min-width: 1024px) 30vw, 92vw" melt="tint" />
            <p className="d-xs">{gift.name}</p>
          </aside>
        ) : null}
      </div>
    </div>
  );
}

type GiftFieldsProps = Required<Pick<GiftFormPageProps, "lists" | "variants" | "values">> &
  Readonly<{ errors: Readonly<Record<string, string>> }>;

function GiftFields({ lists, variants, values, errors }: GiftFieldsProps) {
  return (
    <>
      {lists ? (
        <SelectField name="list" label="List" options={lists} value={values["list"]} error={errors["list"]} />
      ) : null}
      {variants.length > 1 ? (
        <SelectField {...fieldOf({ errors, values }, "variant")} label="Which one" options={variants} />
      ) : null}
      {values["words"] === undefined ? null : (
        <TextField
          {...fieldOf({ errors, values }, "words")}
          label="Words on it"
          hint={`You can change them ${untilWork()}`}
        />
      )}
      <TextField
        {...fieldOf({ errors, values }, "quantity")}
        label="How many are wanted"
        type="number"
        inputMode="numeric"
        min={1}
        max={GIFT_QUANTITY_MAX}
        width="short"
        value={values["quantity"] ?? "1"}
      />
      <TextField
        {...fieldOf({ errors, values }, "note")}
        label="Note to givers"
        hint={`Up to ${GIFT_NOTE_MAX} characters`}
        optional
        maxLength={GIFT_NOTE_MAX}
      />
      <CheckField
        name="any_colour"
        label="Any colour will do"
        defaultChecked={values["any_colour"] === "on"}
      />
      {lists ? null : (
        <CheckField
          name="most_needed"
          label="Most wanted"
          hint={`For up to ${MOST_NEEDED_MAX} gifts`}
          defaultChecked={values["most_needed"] === "on"}
          error={errors["most_needed"]}
        />
      )}
    </>
  );
}
