/** What people do with forms, in a real browser. */
import type { Locator, Page } from "playwright";

type Words = string | RegExp;
/** The page, or a part of it. */
type Place = Page | Locator;

/** Presses the button `name`, and waits until the page says `words`. */
export async function send(page: Place, name: Words, words: Words): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByText(words).first().waitFor();
}

/** Presses the button `name`, and waits until the list of errors names `problem`. */
export async function sendInVain(page: Place, name: Words, problem: Words): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByRole("link", { name: problem }).waitFor();
}

/** Presses the button `name`, and waits for the page under the heading `heading`. */
export async function sendTo(page: Place, name: Words, heading: Words): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

/** Follows the link `name` to the page under the heading `heading`. */
export async function follow(page: Place, name: Words, heading: Words): Promise<void> {
  await page.getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

/** Types into the first text field of each name. */
export async function fillIn(page: Place, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields))
    await page.getByRole("textbox", { name, exact: true }).first().fill(value);
}
