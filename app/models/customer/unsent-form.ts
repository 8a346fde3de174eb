/** A form that could not be sent because its customer was logged out: what it was about, and what was typed into it. */

type Fields = Readonly<Record<string, string>>;

/** The beginning of a form's address, and what to call the form. The first that fits counts. */
const NAMES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/cart(?:[-/?]|$)/, "A change to your basket"],
  [/^\/favourites/, "A change to your favourites"],
  [/^\/compare/, "A change to what you compare"],
  [/^\/products\/\d+\/review/, "Your review"],
  [/^\/reviews/, "Your vote for a review"],
  [/^\/information\/contact/, "Your message to us"],
  [/^\/newsletter/, "Your newsletter choice"],
  [/^\/stock-alerts/, "Your stock alert"],
  [/^\/privacy/, "Your choice about cookies"],
  [/^\/account\/orders/, "Buying an order again"],
  [/^\/orders\/[^/]+\/return/, "Your return"],
  [/^\/orders\/[^/]+\/cancel/, "Cancelling your order"],
];
/** Words that a person typed hold a space or an @; codes and ids do not. Addresses of pages begin with a slash. */
const TYPED = /^[^/].*[\s@]/s;

/** What the form at `address` (path and query) was about, to be shown as a heading. */
export function unsentFormName(address: string): string {
  return NAMES.find(([pattern]) => pattern.test(address))?.[1] ?? "Your form";
}

/** Of the fields of a form, the words that a person typed. */
export function typedWords(fields: Fields): ReadonlyArray<string> {
  return Object.values(fields).filter((text) => TYPED.test(text));
}
