/** Three small shops: one catalogue, what is different in each of them, and a shopper there. */
import { readFileSync } from "node:fs";

import { changeFile, copyDemoCatalogue } from "./catalogue-folder.ts";

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

const FOLDER = "tests/support/markets";

/** The catalogue of all three with what `country` changes in its files. */
function folderOf(country: string): string {
  const folder = copyDemoCatalogue(`${FOLDER}/common`);
  const files = JSON.parse(readFileSync(`${FOLDER}/${country}.json`, "utf8")) as Readonly<
    Record<string, Json>
  >;
  for (const [file, changes] of Object.entries(files))
    changeFile<Json>(folder, file, (content) => merged(content, changes));
  return folder;
}

type Json = Readonly<Record<string, unknown>>;

/** Objects are merged, and lists by the places of their entries; anything else is replaced. */
function merged(content: Json, changes: Json): Json {
  const whole: Record<string, unknown> = Array.isArray(content) ? content : { ...content };
  for (const [name, value] of Object.entries(changes)) {
    const before = whole[name];
    whole[name] =
      isObject(before) && isObject(value) && !Array.isArray(value) ? merged(before, value) : value;
  }
  return whole;
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

export const MARKETS: Readonly<Record<"Ireland" | "Japan" | "Kuwait", Market>> = {
  Ireland: {
    folder: folderOf("ireland"),
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
    folder: folderOf("japan"),
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
    folder: folderOf("kuwait"),
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
