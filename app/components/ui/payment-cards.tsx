import styles from "./payment-cards.module.css";

export type PaymentCardsProps = Readonly<{
  methods: ReadonlyArray<string>;
}>;

export function PaymentCards({ methods }: PaymentCardsProps) {
  if (methods.length === 0) return null;
  return (
    <ul className={`no-print ${styles.cards}`} aria-label="Payment methods">
      {methods.map((method) => (
        <li key={method}>
          <PaymentCard method={method} />
        </li>
      ))}
    </ul>
  );
}

/** Font size in units of the 46 × 30 card, and its lines. */
const SETTINGS: Readonly<
  Record<string, Readonly<{ lines: ReadonlyArray<string>; size: number; isRuled?: boolean }>>
> = {
  Visa: { lines: ["VISA"], size: 11 },
  Mastercard: { lines: ["mastercard"], size: 6.4, isRuled: true },
  "American Express": { lines: ["AMERICAN", "EXPRESS"], size: 6.2 },
  Maestro: { lines: ["maestro"], size: 7.4, isRuled: true },
  "Apple Pay": { lines: ["Apple Pay"], size: 7.6 },
  "Google Pay": { lines: ["Google Pay"], size: 7 },
  PayPal: { lines: ["PayPal"], size: 9 },
};

function PaymentCard({ method }: Readonly<{ method: string }>) {
  const { lines, size, isRuled } = SETTINGS[method] ?? {
    lines: [method],
    size: Math.min(9, 60 / method.length),
  };
  return (
    <svg viewBox="0 0 46 30" role="img" aria-label={method}>
      <rect className={styles.card} x=".5" y=".5" width="45" height="29" rx="4.5" />
      {isRuled ? <path className={styles.rule} d="M8 9h30M8 21.5h30" /> : null}
      {lines.map((line, index) => (
        <text
          key={line}
          className={styles.name}
          x="23"
          y={baseline(lines.length, index, size)}
          fontSize={size}
        >
          {/* Text browsers need the space. */}
          {`${line} `}
        </text>
      ))}
    </svg>
  );
}

function baseline(lineCount: number, index: number, size: number): number {
  return lineCount === 1 ? 15 + size * 0.36 : 14 + index * 7.5;
}
