import { type LineGift, paperText } from "#app/models/cart/gift.ts";

export function GiftLines({ gift }: Readonly<{ gift: LineGift | null }>) {
  if (!gift) return null;
  const paper = paperText(gift);
  return (
    <>
      {paper ? <span className="sm muted block pre-line">{paper}</span> : null}
      {gift.message ? <span className="sm muted block pre-line">Card: “{gift.message}”</span> : null}
    </>
  );
}
