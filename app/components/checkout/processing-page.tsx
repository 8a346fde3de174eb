import { ButtonLink } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { useOrderPoll } from "#app/hooks/use-order-poll.ts";

import styles from "./processing-page.module.css";

/** Side of the square pictures, in pixels. */
const PICTURE_SIDE = 1024;

type ProcessingPageProps = Readonly<{
  number: number;
  email: string;
  /** Picture file of the first of the goods, or null. */
  image: string | null;
  /** The bank has it; it may take days. */
  isUnderWay: boolean;
  /** False once a minute has gone by. */
  isPatient: boolean;
  checkAgainPath: string;
  /** The payment page, when the shopper came back without deciding anything there. */
  paymentUrl: string | null;
}>;

export function ProcessingPage(page: ProcessingPageProps) {
  useOrderPoll(page.isPatient);
  return (
    <div className="wrap">
      <div className={`centre ${styles.page}`}>
        {page.image === null ? null : (
          <div className={styles.picture}>
            <Picture
              picture={{ file: page.image, alt: "", width: PICTURE_SIDE, height: PICTURE_SIDE }}
              sizes="(min-width: 503px) 22rem, 70vw"
              melt="paper"
              priority
            />
          </div>
        )}
        {page.isPatient ? (
          <div className={styles.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </div>
        ) : null}
        <h1 className="d-xl">{page.isPatient ? "One moment" : "We will e-mail you"}</h1>
        <p className="lead" role="status">
          {leadText(page)}
        </p>
        <p className="muted">
          Please don’t pay again. Your order number is <b className="tnum">{page.number}</b>.
          {page.isPatient ? ` If nothing happens in a minute we will e-mail ${page.email}.` : ""}
        </p>
        <div className={styles.actions}>
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

function leadText({ isUnderWay, isPatient, email }: ProcessingPageProps): string {
  if (isUnderWay) {
    const wait = "Your bank has the payment and confirms it later. We keep the goods for you until then";
    return isPatient ? `${wait}.` : `${wait}, and write to ${email} as soon as we hear from it.`;
  }
  if (!isPatient)
    return `There is no answer from the bank yet. We will write to ${email} as soon as there is one.`;
  return "We are waiting for the answer of your bank, and this page checks every ten seconds.";
}
