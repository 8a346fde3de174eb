import { ShopImage } from "#app/components/ui/shop-image.tsx";

import styles from "./contact.module.css";

const DOG = { file: "products/pull-along-dog-1.jpg", alt: "", width: 1200, height: 1200 };

export type ContactWays = Readonly<{
  phone: string;
  phoneE164: string;
  email: string;
  /** "Monday to Friday, 9 am to 5.30 pm", one for each line. */
  hours: ReadonlyArray<string>;
  address: ReadonlyArray<string>;
}>;

export function ContactAside({ phone, phoneE164, email, hours, address }: ContactWays) {
  return (
    <aside className={styles.aside} aria-labelledby="talk">
      <div className="stack">
        <h2 className="d-md" id="talk">
          Or talk to us
        </h2>
        <p>
          <a className="link" href={`tel:${phoneE164}`}>
            {phone}
          </a>
          {hours.map((line) => (
            <span className={styles.line} key={line}>
              {line}
            </span>
          ))}
        </p>
        <p>
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      </div>
      <address>
        {address.map((line) => (
          <span className={styles.line} key={line}>
            {line}
          </span>
        ))}
      </address>
      <ShopImage image={DOG} sizes="(min-width: 1024px) 20rem, 60vw" melt="tint" />
    </aside>
  );
}
