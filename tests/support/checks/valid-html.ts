/** Whether a page is valid HTML with one outline: html-validate's recommended and standard rules, in this process. */
import { type ConfigData, HtmlValidate } from "html-validate";

/** What is let through, and why. Everything else of the two sets is an error. */
const RULES: ConfigData["rules"] = {
  // React writes <br/>, autoComplete="off" and disabled="": other spellings of the very same HTML.
  "void-style": "off",
  "attr-case": "off",
  "attribute-boolean-style": "off",
  "attribute-empty-style": "off",
  // Telephone numbers do not break because base.css says so; as text they stay what people search for and copy.
  "tel-non-breaking": "off",
  // A filter's choices are checkboxes of one name: that is how a plain form sends several.
  "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "reset", "submit"] }],
  // What scrolls a wide table by keyboard has a name to be read, and is no section of the text.
  "prefer-native-element": ["error", { exclude: ["region"] }],
};

/** Of these elements only: all cards share a form, and where no card is on the page it has no button. */
const EXCUSED = ["#favourites-form", "#compare-form"].map((selector) => ({ rule: "wcag/h32", selector }));

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended", "html-validate:standard"],
  rules: RULES,
});

/**
 * What is wrong with the document, one line each: the rule, the words, and where. `spellings` are rules whose faults are
 * other spellings of the same page.
 */
export async function htmlFaults(
  html: string,
  spellings: ReadonlyArray<string> = [],
): Promise<ReadonlyArray<string>> {
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .filter(
      ({ ruleId, selector }) =>
        !spellings.includes(ruleId) &&
        !EXCUSED.some((one) => one.rule === ruleId && one.selector === selector),
    )
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? ""})`);
}
