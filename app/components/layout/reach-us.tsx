import { type LastContact, useLastContact } from "#app/hooks/last-contact.ts";
import { useRootData } from "#app/hooks/use-root-data.ts";
import { markup } from "#app/models/shared/safe-html.ts";

/**
 * A person's number and address on a page that could not be shown. Where the shop's settings are out of reach the server
 * writes what it last knew of them; scripts do not know it and leave the words as they came.
 */
export function ReachUs() {
  const known = useRootData()?.store.contact;
  const last = useLastContact();
  if (!known) {
    const html = import.meta.env.SSR && last ? wordsOf(last) : "";
    return <p suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
  }
  return (
    <p>
      Or contact us: <a href={`tel:${known.phoneE164}`}>{known.phone}</a>,{" "}
      <a href={`mailto:${known.email}`}>{known.email}</a>
    </p>
  );
}

function wordsOf({ phone, phoneE164, email }: LastContact): string {
  return markup`Or contact us: <a href="tel:${phoneE164}">${phone}</a>, <a href="mailto:${email}">${email}</a>`
    .text;
}
