import styles from "./colour-dots.module.css";

const DOTS_MAX = 6;

export type ColourDotsProps = Readonly<{
  colours: ReadonlyArray<Readonly<{ label: string; hex: string }>>;
}>;

/** The colour's name must stand beside it. */
export function ColourDot({ hex }: Readonly<{ hex: string }>) {
  return (
    <svg className={styles.dot} viewBox="0 0 13 13" aria-hidden="true" focusable="false">
      <circle cx="6.5" cy="6.5" r="6.5" fill={hex} />
      <circle className={styles.ring} cx="6.5" cy="6.5" r="6" />
    </svg>
  );
}

export function ColourDots({ colours }: ColourDotsProps) {
  if (colours.length === 0) return null;
  const shown = colours.slice(0, DOTS_MAX);
  return (
    <span className={styles.dots}>
      {shown.map(({ label, hex }) => (
        <ColourDot key={label} hex={hex} />
      ))}
      <span className="visually-hidden">
        {colours.length === 1 ? "1 colour" : `${colours.length} colours`}
      </span>
    </span>
  );
}
