/** Steps of a visitor that are walked elsewhere, sent over plain HTTP in their name: no page is drawn on the way. */
import { type Journey, open } from "./journey.ts";
import { goToPayment } from "./purchase.ts";
import { type Answer, hiddenFields, Shopper } from "./shopper.ts";

export const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";

/** Does `steps` with the cookies of the visitor's browser, which afterwards has the shopper's. */
export async function overHttp<Result>(
  { page, origin }: Pick<Journey, "page" | "origin">,
  steps: (shopper: Shopper) => Promise<Result>,
): Promise<Result> {
  const context = page.context();
  const shopper = new Shopper(origin);
  for (const { name, value } of await context.cookies(origin)) shopper.takeCookie(name, value);
  const result = await steps(shopper);
  await context.clearCookies();
  await context.addCookies(cookiesOf(shopper, origin));
  return result;
}

/** The cookies of `shopper` as a browser takes them. */
export function cookiesOf(shopper: Shopper, origin: string) {
  return shopper.cookies().map(([name, value]) => ({ name, value, url: origin }));
}

/** Adds one unit of what the product page at `path` offers. */
export async function addProduct(shopper: Shopper, path: string): Promise<void> {
  const { body } = await shopper.get(path);
  const { variantId = "" } = hiddenFields(body);
  expectStatus(await shopper.post("/cart", { intent: "add", variantId, quantity: "1" }), 303);
}

/** Ends on the payment page of one Pull-along Dog. */
export async function toDogsPayment(journey: Journey): Promise<void> {
  const payment = await overHttp(journey, async (shopper) => {
    await addProduct(shopper, DOG);
    return goToPayment(shopper);
  });
  await open(journey, payment);
}

/** Throws unless the shop answered with `status`. */
export function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status !== status) throw new Error(`The shop answered ${answer.status}: ${answer.body}`);
  return answer;
}
