import { type LineGift, paperText } from "#app/models/cart/gift.ts";

import styles from "./gift-lines.module.css";

export function GiftLines({ gift }: Readonly<{ gift: LineGift | null }>) {
  if (!gift) return null;
  const paper = paperText(gift);
  return (
    <>
      {paper ? <span className={`sm muted ${styles.gift}`}>{paper}</span> : null}
      {gift.message ? <span className={`sm muted ${styles.gift}`}>Card: “{gift.message}”</span> : null}
    </>
  );
}
