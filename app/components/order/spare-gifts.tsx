import { Link } from "@remix-run/react";

import { Notice } from "#app/components/ui/notice.tsx";
import { giftListPaths } from "#app/gift-list-paths.ts";

export type SpareGift = Readonly<{
  giftName: string;
  /** What becomes of what was paid for it, in sentences. */
  money: string;
  /** "7K4P-9QWX"; null: nothing can be given from the list any more. */
  listCode: string | null;
}>;

export function SpareGifts({ gifts }: Readonly<{ gifts: ReadonlyArray<SpareGift> }>) {
  return gifts.map(({ giftName, money, listCode }) => (
    <Notice key={giftName} kind="info">
      <p>
        <b>Two people bought the same gift.</b> Your payment for the {giftName} arrived after the time for
        which we held it, and someone else has given it meanwhile. We do not send yours. {money}{" "}
        {listCode ? (
          <Link className="link no-print" to={giftListPaths.giftList(listCode)}>
            Choose another gift
          </Link>
        ) : null}
      </p>
    </Notice>
  ));
}
