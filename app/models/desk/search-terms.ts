import { normalisePhone } from "#app/models/shared/phone.ts";
import { withoutInvisible } from "#app/models/shared/text.ts";
import type { Address } from "#app/models/customer/address.ts";

const TERM_MAX = 80;
/** Shorter words are not tried with two characters in the other order. */
const SWAP_MIN = 4;
const WORDS_MAX = 6;

export type SearchTerm = Readonly<{ kind: string; term: string }>;

/** "Łucja Nowák" becomes "łucja nowak". */
function foldedText(text: string): string {
  return withoutInvisible(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().slice(0, TERM_MAX);
}

const compact = (text: string) => foldedText(text).replace(/[\s().\-–/+]/gu, "");

const reversedDigits = (digits: string) => Array.from(digits).reverse().join("");

function wordsIn(text: string): ReadonlyArray<string> {
  return foldedText(text)
    .split(/[^\p{L}\p{N}@._'-]+/u)
    .filter(Boolean);
}

type Searchable = Readonly<{
  number: number;
  email: string;
  addresses: ReadonlyArray<Address>;
  trackingNumbers: ReadonlyArray<string>;
  /** Of its invoice and its credit notes. */
  documentNumbers: ReadonlyArray<string>;
  coupon: string | null;
  products: ReadonlyArray<string>;
}>;

export function searchTermsOf(order: Searchable): ReadonlyArray<SearchTerm> {
  const terms = [
    { kind: "number", term: String(order.number) },
    { kind: "number-end", term: reversedDigits(String(order.number)) },
    { kind: "email", term: foldedText(order.email) },
    ...order.addresses.flatMap(termsOfAddress),
    ...order.trackingNumbers.map((number) => ({ kind: "tracking", term: compact(number) })),
    ...order.documentNumbers.map((number) => ({ kind: "document", term: compact(number) })),
    { kind: "coupon", term: compact(order.coupon ?? "") },
    ...order.products.flatMap(wordsIn).map((term) => ({ kind: "product", term })),
  ];
  const unique = new Map(terms.map((each) => [`${each.kind} ${each.term}`, each]));
  return [...unique.values()].filter(({ term }) => term !== "");
}

function termsOfAddress(address: Address): ReadonlyArray<SearchTerm> {
  const { first_name, last_name, phone, postal_code, country_code } = address;
  return [
    ...wordsIn(`${first_name} ${last_name}`).map((term) => ({ kind: "name", term })),
    { kind: "phone", term: compact(phone) },
    { kind: "phone", term: compact(normalisePhone(phone, country_code)) },
    { kind: "postcode", term: compact(postal_code) },
  ];
}

export type DeskQuery = Readonly<{
  /** Each must begin a term of the order. */
  words: ReadonlyArray<string>;
  /** All of it without spaces: the beginning of a postcode, a phone number, a tracking number. */
  whole: string;
  /** The digits from the last to the first: the end of an order number. Null where it has others. */
  reversed: string | null;
}>;

export function readDeskQuery(text: string): DeskQuery {
  const whole = compact(text);
  return {
    words: wordsIn(text).slice(0, WORDS_MAX),
    whole,
    reversed: /^\d{3,8}$/.test(whole) ? reversedDigits(whole) : null,
  };
}

/** `word` with each two neighbouring characters in the other order: "nwoak" finds "nowak". */
export function withSwappedCharacters(word: string): ReadonlyArray<string> {
  const characters = Array.from(word);
  if (characters.length < SWAP_MIN) return [];
  return characters.slice(1).flatMap((character, index) => {
    if (character === characters[index]) return [];
    return [
      [...characters.slice(0, index), character, characters[index], ...characters.slice(index + 2)].join(""),
    ];
  });
}
