import { JSDOM } from "jsdom";
import { expect, test } from "vitest";

import { COUNTRIES, isInUnion } from "#app/models/store/country.ts";
import { lawFrom, lawSchema } from "#app/models/store/law.ts";
import { legalGuaranteeNotice } from "#app/models/store/legal-guarantee-notice.server.ts";
import { legalGuaranteeText, NOTICE_LANGUAGES } from "#app/models/store/legal-guarantee-texts.ts";
import { languagesOf, legalGuaranteeTexts } from "#app/models/store/legal-guarantee.ts";

const seller = (setting: unknown, delivered: ReadonlyArray<string> = ["GB", "IE"]) => ({
  law: lawFrom(lawSchema.parse(setting)),
  places: { home: "GB", delivered },
});
const OFF = { legal_guarantee_notice: { applies: false, source: "Only businesses buy here" } };
const ON = { legal_guarantee_notice: { applies: true, source: "Regulation (EU) 2025/1960" } };

test.each([
  [undefined, "GB", ""],
  [undefined, "JE", ""],
  [undefined, "NO", ""],
  [undefined, "US", ""],
  [undefined, "", ""],
  [undefined, "constructor", ""],
  [undefined, "IE", "en"],
  [{}, "PL", "pl"],
  [{}, "FI", "fi sv"],
  [{}, "AT", "de"],
  [ON, "BE", "nl fr de"],
  [ON, "GB", ""],
  [OFF, "IE", ""],
])("with the setting %j an order to %s has the notice in %j", (setting, country, languages) => {
  expect(languagesOf(legalGuaranteeTexts(seller(setting), country))).toBe(languages);
});

test("every country of the Union has the notice, and no other", () => {
  const shop = seller(undefined);
  const shown = COUNTRIES.filter(({ code }) => legalGuaranteeTexts(shop, code).length > 0);

  expect(shown).toEqual(COUNTRIES.filter(({ code }) => isInUnion(code)));
});

test.each([
  [undefined, ["GB", "JE"], ""],
  [undefined, ["GB", "FR"], "en"],
  [OFF, ["GB", "FR"], ""],
])(
  "with the setting %j and delivery to %j, a gift whose address is hidden has %j",
  (setting, to, languages) => {
    expect(languagesOf(legalGuaranteeTexts(seller(setting, to), null))).toBe(languages);
  },
);

test("the notice has the same parts in each language", () => {
  expect(NOTICE_LANGUAGES).toHaveLength(23);
  const shapes = NOTICE_LANGUAGES.map(legalGuaranteeText).map(({ lines }) =>
    lines.map((line) => /^(?:#|•|\d\.) /.exec(line)?.[0] ?? "").join("|"),
  );

  expect(new Set(shapes)).toEqual(new Set(["# ||• |• ||• |• |||# |1. |2. |"]));
});

test.each(NOTICE_LANGUAGES.map(legalGuaranteeText))(
  "the notice in $language is drawn with all it says",
  (text) => {
    const { html = "" } = legalGuaranteeNotice([text]) ?? {};
    const { document } = new JSDOM(html).window;

    expect(document.querySelector("section")?.lang).toBe(text.language);
    expect(document.querySelector("h3")?.textContent).toBe(text.title.toLocaleUpperCase(text.language));
    expect(document.querySelectorAll("ul")).toHaveLength(3);
    expect(document.querySelectorAll("ul > li")).toHaveLength(6);
    expect(document.querySelector("a")?.href).toBe(encodeURI(`https://${text.address}`));
    const shown = document.body.textContent;
    expect(text.lines.filter((line) => !shown.includes(line.replace(/^# /, "")))).toEqual([]);
    // The policy of pages refuses styles and scripts in them.
    expect(html).not.toMatch(/style|<script|\son\w+=/);
  },
);

test("without a text there is nothing to draw", () => {
  expect(legalGuaranteeNotice([])).toBeUndefined();
});
