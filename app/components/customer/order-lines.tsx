import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

import { GiftLines } from "#app/components/product/gift-lines.tsx";
import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { ReorderAvailability } from "#app/models/order/customer-order.ts";
import type { OrderLine } from "#app/models/order/order.ts";
import type { WordsState } from "#app/models/order/words.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import row from "#app/components/order/product-line.module.css";

/** In pixels. */
const IMAGE_SIDE = 1024;

/** `texts`: what the buyer may still do with each item that has words, or null. */
export type WordsLinks = Readonly<{
  orderId: string;
  states: ReadonlyArray<WordsState>;
  texts: ReadonlyArray<string | null>;
}>;

type OrderLinesProps = Readonly<{
  lines: ReadonlyArray<OrderLine>;
  again?: ReadonlyArray<ReorderAvailability>;
  words?: WordsLinks | undefined;
}>;

export function OrderLines({ lines, again, words }: OrderLinesProps) {
  return (
    <ul className="above-6">
      {lines.map((line, index) => (
        <Line
          key={`${line.variantId} ${line.variantLabel ?? ""}`}
          line={line}
          state={again ? (again[index] ?? "gone") : "available"}
          links={words ? <WordsLink {...words} position={index} /> : null}
        />
      ))}
    </ul>
  );
}

const STATE_TEXT = {
  available: null,
  fewer: "We have fewer than you ordered",
  gone: "Not available at the moment",
} as const satisfies Record<ReorderAvailability, string | null>;

function WordsLink({ orderId, states, texts, position }: WordsLinks & Readonly<{ position: number }>) {
  const text = texts[position];
  if (!text) return null;
  return (
    <p className="sm muted">
      {text}{" "}
      {states[position] === "open" ? (
        <Link className="link no-print" to={paths.changeWords(orderId, position)}>
          Change the words
        </Link>
      ) : null}
    </p>
  );
}

type LineProps = Readonly<{ line: OrderLine; state: ReorderAvailability; links: ReactNode }>;

function Line({ line, state, links }: LineProps) {
  const locale = useLocale();
  const about = [line.variantLabel, line.ageText].filter(Boolean).join(", ");
  return (
    <li className={row.line}>
      <Link className={row.image} to={line.path} tabIndex={-1} aria-hidden="true">
        <ShopImage
          image={{ file: line.image, alt: "", width: IMAGE_SIDE, height: IMAGE_SIDE }}
          sizes={IMAGE_SIZES.thumb}
          melt="paper"
        />
      </Link>
      <div>
        <h2 className="item-name">
          <Link to={line.path}>{line.name}</Link>
        </h2>
        {about ? <p className="sm muted">{about}</p> : null}
        <p className="sm muted">
          Quantity {line.quantity}
          {line.quantity > 1 ? `, ${formatMoney(line.unitPrice, locale)} each` : ""}
        </p>
        {links}
        <GiftLines gift={line.gift} />
        {STATE_TEXT[state] ? <p className="sm muted no-print">{STATE_TEXT[state]}</p> : null}
      </div>
      <p className={`${row.total} strong`}>{formatMoney(line.total, locale)}</p>
    </li>
  );
}
