import { CheckField } from "#app/components/form/check-field.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { type NewsletterTopic, TOPIC_LABELS, TOPICS } from "#app/models/newsletter/subscription.ts";

type TopicBoxesProps = Readonly<{
  legend: string;
  ticked: ReadonlyArray<string>;
  error?: string;
}>;

const HINTS: Readonly<Record<NewsletterTopic, string>> = {
  news: "Repairs, seconds sales and shop news",
  arrivals: "New products from our workshops",
  blog: "Advice and ideas from our journal",
  baskets: "One reminder when you leave items in your basket, with a link back to it",
};

export function TopicBoxes({ legend, ticked, error }: TopicBoxesProps) {
  return (
    <fieldset className="column gap-1" aria-describedby={error ? "topics-error" : undefined}>
      <legend className="label">{legend}</legend>
      {error ? <FieldError id="topics-error" error={error} /> : null}
      {TOPICS.map((topic, index) => (
        <CheckField
          key={topic}
          // The error summary links to the first checkbox.
          id={index === 0 ? "topics" : topic}
          name={topic}
          label={TOPIC_LABELS[topic]}
          hint={HINTS[topic]}
          defaultChecked={ticked.includes(topic)}
        />
      ))}
    </fieldset>
  );
}
