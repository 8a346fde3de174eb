import { deskPaths } from "#app/desk-paths.ts";
import type { ProductChoice } from "#app/models/catalogue/editing/product-choices.ts";

import {
  type DeskAnswer,
  DeskErrors,
  DeskField,
  DeskSelect,
  DeskText,
} from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { DECLARED_LABELS } from "./product-parts.tsx";
import { TOY } from "./product-safety.tsx";

type Choices = ReadonlyArray<ProductChoice>;

type Props = Readonly<{
  categories: Choices;
  brands: Choices;
  sku: string;
  currency: string;
  answer: DeskAnswer;
}>;

const LABELS = {
  ...DECLARED_LABELS,
  category: "Category",
  brand: "Brand",
  price: "Price",
  toy: "Toy",
  sku: "Article number",
};

export function NewProductPage({ categories, brands, sku, currency, answer }: Props) {
  return (
    <>
      <DeskBack href={deskPaths.products()}>Products</DeskBack>
      <DeskHead
        title="New product"
        sub="It starts as a draft, which shoppers do not see. You add the rest on its own page."
      />
      <DeskErrors answer={answer} labels={LABELS} />
      <Missing one="category" name="categories" choices={categories} />
      <Missing one="brand" name="brands" choices={brands} />
      <form className="panel stack" method="post" action={deskPaths.newProduct()}>
        <DeskField
          name="name"
          label="Name"
          hint="The web address of its page comes from the name"
          answer={answer}
          maxLength={200}
        />
        <DeskSelect name="category" label="Category" answer={answer} options={optionsOf(categories)} />
        <DeskSelect name="brand" label="Brand" answer={answer} options={optionsOf(brands)} />
        <DeskField
          name="price"
          label={`Price with tax, in ${currency}`}
          answer={answer}
          inputMode="decimal"
          maxLength={40}
        />
        <DeskSelect name="toy" label="Toy" answer={answer} options={TOY} />
        <DeskText
          name="shortDescription"
          label="Short description"
          hint="You can add it later. Up to 400 characters"
          answer={answer}
          rows={2}
          maxLength={400}
        />
        <DeskField
          name="sku"
          label="Article number"
          hint="It is on orders and labels. You cannot change it later"
          answer={answer}
          value={sku}
          maxLength={40}
        />
        <div className="acts">
          <button className="btn btn--big">Create the draft</button>
        </div>
      </form>
    </>
  );
}

type MissingProps = Readonly<{ one: string; name: string; choices: Choices }>;

function Missing({ one, name, choices }: MissingProps) {
  return choices.length > 0 ? null : (
    <p className="below-3">
      A product needs a {one}, and there is none yet.{" "}
      <a className="link" href={deskPaths.newOf(name)}>
        Add a {one}
      </a>
    </p>
  );
}

function optionsOf(choices: Choices) {
  return choices.map(({ id, name }) => ({ value: String(id), text: name }));
}
