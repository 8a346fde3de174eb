type Fields = Readonly<Record<string, string>>;

const NAMES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/cart(?:[-/?]|$)/, "A change to your basket"],
  [/^\/favourites/, "A change to your favourites"],
  [/^\/compare/, "A change to what you compare"],
  [/^\/products\/\d+\/review/, "Your review"],
  [/^\/reviews/, "Your vote for a review"],
  [/^\/information\/contact/, "Your message to us"],
  [/^\/newsletter/, "Your newsletter choice"],
  [/^\/stock-alerts/, "Your stock alert"],
  [/^\/gift-lists/, "A change to your gift list"],
  [/^\/list\//, "Your gift"],
  [/^\/privacy/, "Your choice about cookies"],
  [/^\/account\/orders/, "Buying an order again"],
  [/^\/orders\/[^/]+\/return/, "Your return"],
  [/^\/orders\/[^/]+\/withdraw/, "Your withdrawal"],
  [/^\/orders\/[^/]+\/cancel/, "Cancelling your order"],
];
/**
 * Text with a space or an @ was typed by a person; codes and ids have neither, and addresses of pages begin with a
 * slash.
 */
const TYPED = /^[^/].*[\s@]/s;

export function unsentFormName(address: string): string {
  return NAMES.find(([pattern]) => pattern.test(address))?.[1] ?? "Your form";
}

export function typedWords(fields: Fields): ReadonlyArray<string> {
  return Object.values(fields).filter((text) => TYPED.test(text));
}
