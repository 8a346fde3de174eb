import { Button } from "#app/components/ui/button.tsx";
import { IMAGE_SIZES, ShopImage } from "#app/components/ui/shop-image.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { addAllLabel, type SetItem } from "#app/models/catalogue/product-set.ts";
import { addMoney, formatMoney, type Money } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

type ProductSetProps = Readonly<{
  title: string;
  text: string;
  items: ReadonlyArray<SetItem>;
  /** The product itself, which the form adds as well; null where it is in the basket, or sold out. */
  own?: Readonly<{ variantId: number; price: Money }> | null;
}>;

export function ProductSetBlock({ title, text, items, own = null }: ProductSetProps) {
  const locale = useLocale();
  const available = items.filter(({ isAvailable }) => isAvailable);
  const added = [...(own ? [own] : []), ...available];
  const [first, ...others] = added.map(({ price }) => price);
  return (
    <TitledSection id="set" title={title} className="panel column">
      <p className="muted">{text}</p>
      <ul>
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {first && available.length > 0 ? (
        <form method="post" action={paths.cart()} className="cluster ends gap-3 gap-x-6 section-line">
          <input type="hidden" name="items" value={added.map(({ variantId }) => variantId).join(",")} />
          <span className="sm muted">{formatMoney(addMoney(first, ...others), locale)} in total</span>
          <Button nativeType="submit" kind="line" name="intent" value="add-all">
            {addAllLabel(added.length)}
          </Button>
        </form>
      ) : null}
    </TitledSection>
  );
}

function Item({ item }: Readonly<{ item: SetItem }>) {
  const locale = useLocale();
  const { name, variantLabel, path, image, price, reason, ageText, warnings, isAvailable } = item;
  return (
    <li className="media">
      <ShopImage image={image} alt="" sizes={IMAGE_SIZES.thumb} melt="paper" />
      <div>
        <a className="link strong" href={path}>
          {fullName(name, variantLabel)}
        </a>
        <p className="sm muted">{[reason, ageText].filter(Boolean).join(". ")}</p>
        {warnings.length > 0 ? <p className="xs">{warnings.join(" ")}</p> : null}
      </div>
      <span className="tnum strong">{isAvailable ? formatMoney(price, locale) : "Sold out"}</span>
    </li>
  );
}
