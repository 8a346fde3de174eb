import { Swatches } from "#app/components/ui/swatches.tsx";
import { optionField, type ProductOption, type Variant } from "#app/models/catalogue/product.ts";

export type OptionFieldsProps = Readonly<{
  options: ReadonlyArray<ProductOption>;
  variants: ReadonlyArray<Variant>;
  variant: Variant;
}>;

export function OptionFields({ options, variants, variant }: OptionFieldsProps) {
  return (
    <>
      {options.map((option) => (
        <Swatches
          key={option.id}
          legend={option.name}
          name={optionField(option.id)}
          chosen={variant.options[option.name] ?? null}
          values={option.values.map((value) => ({
            ...value,
            isSoldOut: isSoldOut({ variants, variant, option, key: value.key }),
          }))}
        />
      ))}
    </>
  );
}

type Place = Readonly<{
  variants: ReadonlyArray<Variant>;
  variant: Variant;
  option: ProductOption;
  key: string;
}>;

/** Whether this value with the other chosen ones is sold out. */
function isSoldOut({ variants, variant, option, key }: Place): boolean {
  const withValue = variants.filter((one) => one.options[option.name] === key);
  const wanted: Readonly<Record<string, string>> = { ...variant.options, [option.name]: key };
  const exact = withValue.filter((one) =>
    Object.entries(wanted).every(([name, value]) => one.options[name] === value),
  );
  return (exact.length > 0 ? exact : withValue).every(({ available }) => available <= 0);
}
