/** Three small shops, each a catalogue folder of its own, and a shopper in each of them. */
import { resolve } from "node:path";

export type Market = Readonly<{
  folder: string;
  currency: string;
  /** What a shopper types at the till. */
  typed: Readonly<Record<string, string>>;
  /** Of an order of two stackers with the coupon TENTH, as the shop writes them. */
  texts: Readonly<{ total: string; tax: string | null; postcode: string }>;
  /** Columns of the owner's tables of orders and products that are named by country. */
  columns: Readonly<{ postcode: string; tax: string; rate: string }>;
  /** The address as it is stored. */
  stored: Readonly<{ postal_code: string; phone: string; country: string }>;
  /** Words of other places, which no page and no email of the shop may hold. */
  foreign: RegExp;
}>;

const PERSON = {
  email: "hannah@example.com",
  delivery_first_name: "Hannah",
  delivery_last_name: "Okafor",
  method: "standard",
  billing: "same",
} as const;

const folder = (name: string) => resolve("tests/support/markets", name);

export const MARKETS: Readonly<Record<"Ireland" | "Japan" | "Kuwait", Market>> = {
  Ireland: {
    folder: folder("ireland"),
    currency: "EUR",
    typed: {
      ...PERSON,
      delivery_address1: "12 O’Connell Street",
      delivery_city: "Ennis, Co. Clare",
      delivery_country_code: "IE",
      delivery_phone: "020 912 3456",
      delivery_postal_code: "v95x2a0",
    },
    texts: { total: "€106.20", tax: "VAT", postcode: "Eircode" },
    columns: { postcode: "delivery Eircode", tax: "VAT in total", rate: "VAT per cent" },
    stored: { postal_code: "V95 X2A0", phone: "+353209123456", country: "Ireland" },
    foreign: /£|\bGBP\b|\bpostcode\b|\bUK\b|United Kingdom|right to cancel|Model cancellation/i,
  },
  Japan: {
    folder: folder("japan"),
    currency: "JPY",
    typed: {
      ...PERSON,
      delivery_address1: "1-1 Chiyoda",
      delivery_city: "Chiyoda-ku, Tokyo",
      delivery_country_code: "JP",
      delivery_phone: "03-0000-0000",
      delivery_postal_code: "1000001",
    },
    texts: { total: "¥17,640", tax: "consumption tax", postcode: "Postal code" },
    columns: {
      postcode: "delivery postal code",
      tax: "consumption tax in total",
      rate: "consumption tax per cent",
    },
    stored: { postal_code: "100-0001", phone: "+81300000000", country: "Japan" },
    foreign:
      /£|\bGBP\b|\bVAT\b|\bpostcode\b|\bUK\b|United Kingdom|right to cancel|your right of withdrawal|withdraw from/i,
  },
  Kuwait: {
    folder: folder("kuwait"),
    currency: "KWD",
    typed: {
      ...PERSON,
      delivery_address1: "Block 2, Street 14, House 7",
      delivery_city: "Salmiya, Hawalli",
      delivery_country_code: "KW",
      delivery_phone: "2200 0000",
      delivery_postal_code: "",
    },
    texts: { total: "KWD\u00a033.750", tax: null, postcode: "Postal code" },
    columns: { postcode: "delivery postal code", tax: "tax in total", rate: "tax per cent" },
    stored: { postal_code: "", phone: "+96522000000", country: "Kuwait" },
    foreign:
      /£|\bGBP\b|\bVAT\b|\bpostcode\b|\bUK\b|United Kingdom|consumption tax|right to cancel|your right of withdrawal|withdraw from/i,
  },
};

/** The stacker in muted colours, in all three. */
export const STACKER = 5000;
