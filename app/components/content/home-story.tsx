import { ButtonLink } from "#app/components/ui/button.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import type { HomeContent } from "#app/models/content/content.ts";

import styles from "./home.module.css";

const SIZE = { width: 1200, height: 1200 } as const;

export type HomeStoryProps = Readonly<{
  story: HomeContent["editorial"][number];
  tone: "dark" | "milk";
}>;

export function HomeStory({ story, tone }: HomeStoryProps) {
  return (
    <section className="wrap" aria-labelledby={`story-${story.key}`}>
      <div className={styles.story} data-layout={story.image ? story.layout : "text"} data-tone={tone}>
        <div className={tone === "dark" ? `${styles.storyCopy} on-dark` : styles.storyCopy}>
          <p className="eyebrow">{story.eyebrow}</p>
          <h2 className="d-xl" id={`story-${story.key}`}>
            {story.heading}
          </h2>
          <p className="lead">{story.text}</p>
          <ButtonLink kind={tone === "dark" ? "milk" : "line"} to={story.action.href} prefetch="intent">
            {story.action.label}
          </ButtonLink>
        </div>
        {story.image ? (
          <div className={styles.storyImage}>
            <ShopImage
              image={{ file: story.image, alt: story.alt ?? "", ...SIZE }}
              sizes="(min-width: 900px) 47vw, 92vw"
            />
          </div>
        ) : null}
      </div>
    </section>
  );
}
