import { Button } from "#app/components/ui/button.tsx";
import type { HomeContent } from "#app/models/content/content.ts";
import { paths } from "#app/paths.ts";

import styles from "./home.module.css";

export function HomeNewsletter({ words }: Readonly<{ words: HomeContent["newsletter"] }>) {
  return (
    <section className="wrap" aria-labelledby="letter">
      <div className={`${styles.closing} ${styles.email}`}>
        <div className="stack-small">
          <h2 className="d-lg" id="letter">
            {words.heading}
          </h2>
          <p className="lead">{words.text}</p>
        </div>
        <form method="post" action={paths.newsletter()} noValidate>
          <input type="hidden" name="from" value="home" />
          <label htmlFor="letter-email">Email address</label>
          <input id="letter-email" name="email" type="email" autoComplete="email" />
          <Button nativeType="submit">{words.button}</Button>
          <p className="xs">{words.small_print}</p>
        </form>
      </div>
    </section>
  );
}
