/** Filling in a form of whatever page. */
import type { Page } from "playwright";

/** Opens what is closed, and changes every field that a person sees: to what most forms take. */
export function fillInAll(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("main details")) details.open = true;
    const values: Readonly<Record<string, string>> = {
      ...{
        number: "2",
        email: "hannah@example.com",
        tel: "07700 900142",
        password: "three small boats upstream",
      },
      ...{ text: "typed", search: "typed", textarea: "typed", date: "2027-03-04", postcode: "GL5 1QN" },
    };
    for (const field of document.querySelectorAll<HTMLInputElement>("input,select,textarea")) {
      const { form, name, type } = field;
      // What is only for programs has no place in the order of Tab.
      if (field.tabIndex < 0 || field.disabled || !field.checkVisibility()) continue;
      const options = field instanceof HTMLSelectElement ? [...field.options] : [];
      const group = [...(form?.elements ?? [])].filter(
        (one) => type === "radio" && one.getAttribute("name") === name,
      );
      // The last of several colours is sold out, and leaves no quantity to choose. Where one is, another leaves no alert.
      if (type === "checkbox" || (group.at(1) === field && form?.method === "post")) field.checked = true;
      const value = options.at(1)?.value ?? values[/^post/.test(name) ? "postcode" : type];
      if (!/checkbox|radio/.test(type)) field.value = value ?? field.value;
    }
  });
}
