import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";

import { summariseStore } from "#app/components/layout/store-summary.ts";
import { CART_LINES_MAX } from "#app/models/cart/cart.ts";
import type { EmailWords } from "#app/models/email/document.ts";
import type { EmailTemplate } from "#app/models/email/templates.ts";
import { sampleOrder } from "#app/models/email-previews/fixtures.ts";
import { previewEmail } from "#app/models/email-previews/email-previews.ts";
import { EMAIL_MAX_BYTES } from "#app/models/email-previews/page.ts";
import { orderConfirmationEmail } from "#app/models/order/email.ts";
import type { Store } from "#app/models/store/store.ts";
import { sellerText } from "#app/routes/customer/seller.ts";
import {
  documentOf,
  TEMPLATE_NAMES,
  emailOf,
  linksOf,
  shownText,
} from "#tests/support/checks/email-fixtures.ts";
import { demoStore } from "#tests/support/shops/store.ts";
import { sampled } from "#tests/support/test-part.ts";

const ORIGIN = "https://shop.example";
const NOT_FILLED_IN = /\{\w+\}|\$\{|\bundefined\b|\bnull\b|\bNaN\b|\[object/;
/** Pages of carriers, on which they show where a parcel is. */
const CARRIERS = /^https:\/\/(?:www\.royalmail\.com|track\.dpd\.co\.uk|www\.evri\.com)\//;

/** What mail programs need is what pages must not have: tables for layout, inline styles, old attributes. */
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    "no-inline-style": "off",
    "no-deprecated-attr": "off",
    "no-conditional-comment": "off",
    "no-style-tag": "off",
    "prefer-native-element": "off",
    "prefer-tbody": "off",
    "doctype-style": ["error", { style: "lowercase" }],
    "long-title": "off",
    // Light only, once for Apple and once for everybody else.
    "no-redundant-role": "off",
    "tel-non-breaking": "off",
    "attribute-boolean-style": "off",
  },
});

const bytesOf = (html: string) => Buffer.byteLength(html);

/** What is asserted of every email, by the end of a sentence that begins with its name. */
const CHECKS: Readonly<Record<string, (email: EmailWords, kind: EmailTemplate) => void | Promise<void>>> = {
  "is built from its own template, with a subject and no unfilled placeholder": (email, kind) => {
    expect(email.template).toBe(kind);
    expect(email.subject).toMatch(/^\S.{5,}$/);
    for (const part of [email.subject, email.text, shownText(email)]) expect(part).not.toMatch(NOT_FILLED_IN);
    expect(email.text).not.toMatch(/<[a-z]|&[a-z]+;/);
  },
  "has the same text, figures and links in its text part as in HTML": (email) => {
    const shown = shownText(email);
    const words = (text: string) =>
      new Set(text.match(/[\p{L}\p{N}£.,@%−-]{2,}/gu)?.map((word) => word.replace(/[.,-]+$/, "")));
    const inText = words(email.text);

    expect([...words(shown)].filter((word) => !inText.has(word))).toEqual([]);
    expect(figuresIn(email.text)).toEqual(figuresIn(shown));
  },
  "links only to absolute addresses, the same in both parts": (email) => {
    const { html, text } = linksOf(email);
    const foreign = [...html, ...text].filter(
      (href) => !href.startsWith(`${ORIGIN}/`) && !CARRIERS.test(href),
    );

    expect(foreign).toEqual([]);
    // The name at its head leads home, and is no address to be read.
    expect([...new Set(html)].filter((href) => !text.includes(href))).toEqual([`${ORIGIN}/`]);
  },
  "is short enough for Gmail not to clip it": (email) => {
    expect(bytesOf(email.html)).toBeLessThan(EMAIL_MAX_BYTES);
  },
  "is valid HTML": async (email) => {
    const { results } = await validator.validateString(email.html);

    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => [ruleId, message, line])),
    ).toEqual([]);
  },
  "loads only the shop's own images, whose addresses do not identify the reader": (email) => {
    const document = documentOf(email);
    const images = [...document.querySelectorAll("img")];

    expect(document.querySelectorAll("link, iframe, object, form, video, [background]")).toHaveLength(0);
    expect(document.querySelectorAll("script:not([type='application/ld+json'])")).toHaveLength(0);
    expect(email.html).not.toMatch(/url\(|@import|@font-face/);
    for (const image of images) {
      expect(image.src).toMatch(
        /^https:\/\/shop\.example\/(?:icon-192\.png|image\/[\w/.-]+\.jpg\?w=240&f=jpeg)$/,
      );
      expect(image.getAttribute("alt"), image.src).not.toBeNull();
      expect(Number(image.getAttribute("width"))).toBeGreaterThan(20);
      expect(image.getAttribute("height")).not.toBeNull();
    }
  },
  "has one heading outline in its language, and layout tables without semantics": (email) => {
    const document = documentOf(email);
    expect(document.documentElement.lang).toBe("en-GB");
    expect(document.querySelectorAll("h1")).toHaveLength(1);
    expect(document.title).toBe(email.subject);
    for (const table of document.querySelectorAll("table:not([role=presentation])"))
      expect(table.querySelector("caption")?.textContent.trim()).toBeTruthy();
  },
  "has sufficient contrast with backgrounds of its own": (email) => {
    const document = documentOf(email);
    const weak = [...document.querySelectorAll<HTMLElement>("[style*='color:#']")].flatMap((element) => {
      const [colour, ground] = [colourOf(element), groundOf(element)];
      return colour && contrast(colour, ground) < 4.5 ? [`${element.tagName} ${colour} on ${ground}`] : [];
    });

    expect(weak).toEqual([]);
    for (const name of ["color-scheme", "supported-color-schemes"])
      expect(document.querySelector(`meta[name=${name}]`)?.getAttribute("content")).toBe("light only");
    for (const cell of document.querySelectorAll("td[style*=background], table[style*=background]"))
      expect(cell.getAttribute("bgcolor")).toMatch(/^#[0-9a-f]{6}$/);
  },
  "has buttons with the cell's background, and 600 pixels in Outlook too": (email) => {
    const document = documentOf(email);
    for (const link of document.querySelectorAll<HTMLElement>("a[style*='padding:14px']"))
      expect(link.parentElement?.outerHTML).toMatch(
        /^<td bgcolor="#1f4b3c" style="[^"]*mso-padding-alt:14px 30px/,
      );
    expect(email.html).toContain('<!--[if mso]><table role="presentation" width="600"');
    expect(email.html.match(/<!--\[if mso\]>/g)).toHaveLength(
      email.html.match(/<!\[endif\]-->/g)?.length ?? 0,
    );
  },
};

const emails = new Map(TEMPLATE_NAMES.map((kind) => [kind, emailOf(kind)]));
const CASES = [...emails].flatMap(([kind, email]) =>
  Object.entries(CHECKS).map(([title, check]) => [kind, title, check, email] as const),
);

test.each(sampled(CASES, 60))("the email %s %s", async (kind, _, check, email) => {
  await check(email, kind);
});

test.each([
  ["gift-alert-free", "Stop emails about this gift: http"],
  ["gift-claim-spare", "Let the gift go, and get no more emails about it: http"],
] as const)("the email %s ends with its own way to stop", (kind, words) => {
  expect(emails.get(kind)?.text).toContain(words);
});

test("has a preheader that is invisible in the text and fills its space in the inbox", () => {
  const hidden = documentOf(emailOf("order-confirmation")).querySelector<HTMLElement>("body > div");

  expect(hidden?.style.display).toBe("none");
  expect(hidden?.textContent).toMatch(/^We have received your payment of £[\d.]+\.[\u200c\u00a0]{100,}$/);
});

test("the largest order is still short enough for Gmail not to clip it", () => {
  const [line] = sampleOrder().lines;
  const lines = Array.from({ length: CART_LINES_MAX }, () => line!);
  const { html } = orderConfirmationEmail({
    order: sampleOrder({ lines }),
    store: demoStore,
    origin: ORIGIN,
  });

  expect(bytesOf(html)).toBeLessThan(EMAIL_MAX_BYTES);
});

function figuresIn(text: string): ReadonlyArray<string> {
  return (text.match(/£[\d,.]*\d/g) ?? []).sort();
}

function colourOf(element: HTMLElement): string | null {
  return /(?:^|;)color:(#[0-9a-f]{6})/.exec(element.getAttribute("style") ?? "")?.[1] ?? null;
}

function groundOf(element: Element | null): string {
  if (!element) return "#ffffff";
  return (
    /background:(#[0-9a-f]{6})/.exec(element.getAttribute("style") ?? "")?.[1] ??
    groundOf(element.parentElement)
  );
}

/** WCAG 2.2, 1.4.3. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("after a shop, a company, a register or a tax that ends in a full stop stands no second one", () => {
  const { company, tax } = demoStore;
  const store: Store = {
    ...demoStore,
    name: "Hollybough Toy Co.",
    company: { ...company, legalName: "Hollybough Inc.", registration: "Reg. in Stroud, Glos." },
    tax: { ...tax, name: "MwSt." },
  };
  const emails = TEMPLATE_NAMES.map((kind) => previewEmail(kind, { store, origin: ORIGIN })).flatMap(
    ({ subject, text, html }) => [subject, text, html],
  );
  const texts = [...emails, ...Object.values(summariseStore(store, []).imprint), sellerText(store)];

  expect(texts.join("\n")).toMatch(/and include MwSt\.$/m);
  expect(texts.flatMap((text) => text.match(/.*[^.]\.\.(?!\.).*/g) ?? [])).toEqual([]);
});
