import { ButtonLink } from "#app/components/ui/button.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { useOrderPoll } from "#app/hooks/use-order-poll.ts";

import styles from "./processing-page.module.css";

/** In pixels. */
const IMAGE_SIDE = 1024;

type ProcessingPageProps = Readonly<{
  number: number;
  email: string;
  image: string | null;
  /** The bank is processing the payment, which may take days. */
  isUnderWay: boolean;
  keepsPolling: boolean;
  checkAgainPath: string;
  paymentUrl: string | null;
}>;

export function ProcessingPage(page: ProcessingPageProps) {
  useOrderPoll(page.keepsPolling);
  return (
    <div className="wrap">
      <div className="centre page-room">
        {page.image === null ? null : (
          <div className="picture">
            <ShopImage
              image={{ file: page.image, alt: "", width: IMAGE_SIDE, height: IMAGE_SIDE }}
              sizes="(min-width: 503px) 22rem, 70vw"
              melt="paper"
              priority
            />
          </div>
        )}
        {page.keepsPolling ? (
          <div className={`icon-text ${styles.dots}`} aria-hidden="true">
            <i />
            <i />
            <i />
          </div>
        ) : null}
        <h1 className="d-xl">{page.keepsPolling ? "Checking your payment" : "We’ll email you"}</h1>
        <p className="lead" role="status">
          {leadText(page)}
        </p>
        <p className="muted">
          Please do not pay again. Your order number is <b className="tnum">{page.number}</b>.
          {page.keepsPolling ? ` If nothing happens within a minute, we’ll email ${page.email}.` : ""}
        </p>
        <div className="cluster centred">
          <ButtonLink to={page.checkAgainPath} kind="line" reloadDocument>
            Check again
          </ButtonLink>
          {page.paymentUrl ? (
            <ButtonLink to={page.paymentUrl} kind="quiet" reloadDocument>
              Back to the payment page
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function leadText({ isUnderWay, keepsPolling, email }: ProcessingPageProps): string {
  if (isUnderWay) {
    const wait =
      "Your bank has your payment and will confirm it later. We’ll keep your items for you until then";
    return keepsPolling ? `${wait}.` : `${wait}, and email ${email} as soon as it is confirmed.`;
  }
  if (!keepsPolling) return `Your bank has not replied yet. We’ll email ${email} as soon as it does.`;
  return "We are waiting for your bank to reply. This page checks every 10 seconds.";
}
