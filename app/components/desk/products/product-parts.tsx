import type { ReactNode } from "react";

import {
  type DeskAnswer,
  DeskChoice,
  DeskField,
  DeskSelect,
  DeskText,
  FormPart,
  More,
} from "#app/components/desk/desk-form.tsx";
import type { Tag } from "#app/components/desk/orders-page.tsx";
import {
  DECLARED_FIELDS,
  DECLARED_NAMES,
  type DeclaredField,
  type DeclaredName,
} from "#app/models/catalogue/editing/declared-fields.ts";
import type { VersionLine } from "#app/components/desk/version-history.tsx";

import type { ProductConflictData } from "./product-conflict.tsx";
import { DeskButton } from "#app/components/desk/desk-parts.tsx";

export type ProductPageData = Readonly<{
  id: number;
  name: string;
  tags: ReadonlyArray<Tag>;
  saved: string;
  /** Travels with the form, with a mark of each field: a later save knows what others have changed. */
  version: number;
  marks: Readonly<Record<string, string>>;
  inputs: Readonly<Record<string, string>>;
  changed: ReadonlyArray<string>;
  count: number;
  draft: string | null;
  priceLabel: string;
  /** What shoppers see now, and what they will see once a changed price is published. */
  priceWords: ReadonlyArray<Readonly<{ label: string; words: string }>>;
  /** "£43.00 from Saturday 28 to Sunday 29 November"; null without a published sale that has days. */
  plannedSale: string | null;
  priceNotes: ReadonlyArray<string>;
  prices: ReadonlyArray<string>;
  variants: ReadonlyArray<
    Readonly<{
      id: number;
      name: string;
      sku: string;
      image: string;
      free: number;
      /** False: no shopper sees it. */
      isVisible: boolean;
      href: string;
    }>
  >;
  choices: Readonly<Record<"category" | "brand" | "tax", ReadonlyArray<Choice>>>;
  otherCurrencies: ReadonlyArray<string>;
  hasImage: boolean;
  wasPublished: boolean;
  images: Readonly<{
    notes: Readonly<Record<string, string>>;
    unused: ReadonlyArray<Readonly<{ file: string; alt: string }>>;
  }>;
  /** About general claims on the environment in the texts; null: there are none. */
  claimWarning: string | null;
  /** Inputs, by id, that must be filled in before the draft is published. */
  missing: ReadonlyArray<Readonly<{ id: string; text: string }>>;
  history: ReadonlyArray<VersionLine>;
  may: Readonly<{ edit: boolean; publish: boolean; price: boolean; weaken: boolean }>;
}>;

type Choice = Readonly<{ value: string; text: string }>;

export type ProductAnswer = DeskAnswer & Readonly<{ conflict?: ProductConflictData }>;

export type FormProps = Readonly<{ product: ProductPageData; answer: ProductAnswer }>;

type PartProps = Readonly<{
  id: string;
  title: string;
  inputs: ReadonlyArray<string>;
  product: ProductPageData;
  children: ReactNode;
}>;

export function ProductPart({ inputs, product, ...part }: PartProps) {
  return <FormPart {...part} isChanged={inputs.some((name) => product.changed.includes(name))} />;
}

/** What each of the form's fields has, with what is saved. */
export function productField({ product, answer }: FormProps, name: string, label: string) {
  return { name, label, answer, value: product.inputs[name] ?? "" };
}

export function declaredIn(part: DeclaredField["part"]): ReadonlyArray<DeclaredName> {
  return DECLARED_NAMES.filter((name) => DECLARED_FIELDS[name].part === part);
}

/** The inputs of what is declared for this part of the form. */
export function DeclaredInputs({ part, ...form }: FormProps & Pick<DeclaredField, "part">) {
  return declaredIn(part).map((name) => <DeclaredInput key={name} form={form} name={name} />);
}

/** Of a weight or a length: "1000.5". */
const MEASURE_CHARACTERS = 10;

function DeclaredInput({ form, name }: Readonly<{ form: FormProps; name: DeclaredName }>) {
  const { input, inputLabel, hint } = DECLARED_FIELDS[name];
  const field = { ...productField(form, name, inputLabel), hint };
  if (input.kind === "choice") return <DeskSelect {...field} options={input.options} />;
  if (input.kind === "measure")
    return <DeskField {...field} inputMode="decimal" maxLength={MEASURE_CHARACTERS} />;
  if (input.rows === 1) return <DeskField {...field} maxLength={input.max} />;
  const written = `${field.value.length} characters, up to ${input.max.toLocaleString("en")}`;
  const hints = [hint, written].filter(Boolean).join(". ");
  return <DeskText {...field} hint={hints} rows={input.rows} maxLength={input.max} />;
}

export const DECLARED_LABELS = Object.fromEntries(
  DECLARED_NAMES.map((name) => [name, DECLARED_FIELDS[name].inputLabel]),
);

export function changesText(count: number): string {
  return `${count} ${count === 1 ? "change" : "changes"}`;
}

const SEEN = [
  { value: "everybody", label: "Everybody sees it", hint: "In lists, in the search and on its own page" },
  {
    value: "address",
    label: "Only with its address",
    hint: "People who have the link can see and buy it. It is not in lists or in the search",
  },
  { value: "nobody", label: "Nobody sees it", hint: "Its address shows “Page not found”" },
] as const;

export function OnTheShop({ product, answer }: FormProps) {
  const { inputs, may, count, draft, wasPublished } = product;
  const seen = answer.values["visibility"] ?? inputs["visibility"];
  return (
    <ProductPart id="seen" title="In the shop" inputs={["visibility"]} product={product}>
      <DeskChoice name="visibility" legend="Who sees it" legendClass="vh" options={SEEN} chosen={seen} />
      {draft ? <p className="sm muted">{draft}</p> : null}
      {may.edit && count > 0 && wasPublished ? (
        <div className="stack-s">
          <More title={`Discard ${changesText(count)}…`}>
            <p className="sm">Your unpublished changes are deleted. The form then shows what shoppers see.</p>
            <DeskButton intent="discard" isWide formNoValidate>
              Discard {changesText(count)}
            </DeskButton>
          </More>
        </div>
      ) : null}
    </ProductPart>
  );
}
