/** The fake's hosted page: plain HTML, one button for each way a payment can go. */
import { StripeRefusal, type StripeState } from "./stripe-state.ts";

type Page = Readonly<{ status: number; headers: Record<string, string>; html: string }>;
type Visit = Readonly<{ method: string; pathname: string; body: string }>;

/** What each button does, and whether the shopper is sent back after it. */
const BUTTONS: Readonly<
  Record<
    string,
    Readonly<{ label: string; isLast: boolean; press: (state: StripeState, id: string) => void }>
  >
> = {
  pay: { label: "Pay by card", isLast: true, press: (state, id) => state.pay(id) },
  refuse: { label: "Use a card that is refused", isLast: false, press: (state, id) => state.refuseCard(id) },
  later: { label: "Pay by bank debit", isLast: true, press: (state, id) => state.payLater(id) },
};

export function stripePage(state: StripeState, { method, pathname, body }: Visit): Page {
  const id = pathname.replace("/c/pay/", "");
  try {
    const session = state.session(id);
    const button = method === "POST" ? BUTTONS[new URLSearchParams(body).get("button") ?? ""] : undefined;
    button?.press(state, id);
    if (button) return away(button.isLast ? String(session["success_url"]) : pathname);
    return session["status"] === "open" ? page(state, id) : plain(410, "This page is no longer open.");
  } catch (error) {
    if (error instanceof StripeRefusal) return plain(error.status, error.message);
    throw error;
  }
}

function page(state: StripeState, id: string): Page {
  const session = state.session(id);
  const minor = Number(session["amount_total"]);
  const intent = session["payment_intent"] === null ? null : state.intentOf(id);
  const problem = intent?.["last_payment_error"] ? "<p>Your card was refused. Try another.</p>" : "";
  const buttons = Object.entries(BUTTONS).map(
    ([name, { label }]) => `<p><button name="button" value="${name}">${label}</button></p>`,
  );
  return plain(
    200,
    `<h1>Pay £${(minor / 100).toFixed(2)}</h1>${problem}<form method="post">${buttons.join("")}</form>
     <p><a href="${String(session["cancel_url"])}">Back to the shop</a></p>`,
  );
}

function plain(status: number, html: string): Page {
  const document = `<!doctype html><html lang="en"><title>Fake Checkout</title><body>${html}</body></html>`;
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, html: document };
}

function away(location: string): Page {
  return { status: 303, headers: { location }, html: "" };
}
