/** Whether a page is valid HTML with one outline: html-validate's recommended and standard rules, in this process. */
import { HtmlValidate } from "html-validate";

/** What is let through, and why. Everything else of the two sets is an error. */
const EXCEPTIONS = {
  // React writes <br/>, autoComplete="off" and disabled="": other spellings of the very same HTML.
  "void-style": "off",
  "attr-case": "off",
  "attribute-boolean-style": "off",
  "attribute-empty-style": "off",
} as const;

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended", "html-validate:standard"],
  rules: EXCEPTIONS,
});

/** What is wrong with the document, one line each: the rule, where, and the words. */
export async function htmlFaults(html: string): Promise<ReadonlyArray<string>> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, column, message, selector }) =>
      [`${ruleId} ${line}:${column}`, message, selector ?? ""].join(" | "),
    ),
  );
}
