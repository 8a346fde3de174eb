import { AgeBadge } from "#app/components/age/age-badge.tsx";
import { AgeRuler } from "#app/components/age/age-ruler.tsx";
import { AgeScale } from "#app/components/age/age-scale.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { ColourDots } from "#app/components/ui/colour-dots.tsx";
import { CountDot } from "#app/components/ui/count-dot.tsx";
import { Details } from "#app/components/ui/details.tsx";
import { MeterBar } from "#app/components/ui/meter-bar.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { PaymentCards } from "#app/components/ui/payment-cards.tsx";
import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { StarRating } from "#app/components/ui/star-rating.tsx";
import { useStore, useLocale } from "#app/hooks/use-root-data.ts";
import { priceOf } from "#app/models/catalogue/product.ts";
import { money } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";
import { Row, Sample } from "./story.tsx";

const RAINBOW = {
  file: "products/rainbow-stacker-1.jpg",
  alt: "Wooden rainbow stacker",
  width: 1200,
  height: 1200,
};
const FULL = priceOf(money(3800, "GBP"), null);
const SALE = priceOf(money(3400, "GBP"), money(2720, "GBP"));
const BANDS = [
  "0 to 6 months",
  "6 to 12 months",
  "1 to 2 years",
  "2 to 3 years",
  "3 to 5 years",
  "5 years and over",
];
const CRUMBS = [
  { name: "Wooden toys", path: paths.category("wooden-toys") },
  { name: "Rainbow Stacker", path: null },
];

export function DisplaySamples() {
  const locale = useLocale();
  return (
    <>
      <Sample title="Price: full, from, sale, large">
        <PriceText locale={locale} price={FULL} />
        <PriceText locale={locale} price={FULL} isFromPrice />
        <PriceText locale={locale} price={SALE} />
        <PriceText locale={locale} price={SALE} size="large" showPercentOff />
      </Sample>
      <Sample title="Rating: full, large, one, to give, read only">
        <StarRating readOnly size={16} value={4.7} count={12} />
        <StarRating readOnly size={24} value={3} />
        <StarRating readOnly size={16} value={4.9} count={212} variant="one" />
        <StarRating name="rating" legend="Your rating" value={3} />
        <StarRating readOnly value={4.5} />
      </Sample>
      <Sample title="Age, colours, count, meter">
        <Row>
          <AgeBadge text="12 months +" />
          <AgeBadge text="Birth to 22 kg" />
          <ColourDots
            colours={[
              { label: "Sage", hex: "#8fa389" },
              { label: "Sand", hex: "#cdb899" },
            ]}
          />
          <CountDot count={2} />
          <CountDot count={1} tone="ink" hiddenBefore="Quantity " />
        </Row>
        <MeterBar value={0.6} />
        <MeterBar value={0.8} tone="star" />
        <AgeScale minMonths={0} maxMonths={48} label="For children from birth to 4 years" />
      </Sample>
      <PageSamples />
    </>
  );
}

function PageSamples() {
  const { paymentMethods } = useStore();
  return (
    <>
      <Sample title="Image: melting into milk, plain">
        <ShopImage image={RAINBOW} sizes={IMAGE_SIZES.card} melt="tint" />
        <span className="photo">
          <ShopImage image={RAINBOW} sizes={IMAGE_SIZES.card} />
        </span>
      </Sample>
      <Sample title="Breadcrumbs, details, payment cards">
        <Breadcrumbs crumbs={CRUMBS} />
        <Details summary="Delivery" open>
          <p>It comes in two days.</p>
        </Details>
        <Details summary="Specification">
          <p>Beech.</p>
        </Details>
        <PaymentCards methods={paymentMethods} />
      </Sample>
      <Sample title="Pages: first, middle, last" wide>
        {[1, 5, 9].map((page) => (
          <Pagination
            key={page}
            page={page}
            pageCount={9}
            href={() => paths.styleguide()}
            label={`Pages, at ${page}`}
          />
        ))}
      </Sample>
    </>
  );
}

export function RulerSample() {
  return (
    <AgeRuler
      bands={BANDS.map((name) => ({
        name,
        note: "pulls it along",
        countText: "38 gifts",
        to: paths.giftsByAge(),
        image: RAINBOW,
        sink: 22,
      }))}
    />
  );
}
