import type { Command, Outcome } from "./command.ts";
import * as options from "./orders-options.ts";
import { flagSchema, type Verb, verb, verbsCommand } from "./verbs.ts";

// Loaded late: --help works without a configuration.
const reading = () => import("./orders-read.ts");
const writing = () => import("./orders-write.ts");
const desk = () => import("./orders-desk.ts");

const { ORDER, RETURN } = options;

function onOrder(about: string, run: (order: number) => Promise<Outcome>): Verb {
  return verb({ about, words: ORDER, run: ({ order }) => run(order) });
}

/** By name. */
export const ORDER_VERBS: Readonly<Record<string, Verb>> = {
  list: verb({
    about: "the newest orders",
    options: options.LIST,
    run: async ({ status, limit }) => (await reading()).list(status ?? null, limit),
  }),
  show: onOrder("one order with its parcels, refunds, returns and history", async (order) =>
    (await reading()).show(order),
  ),
  "packing-slip": verb({
    about: "the slip for the parcel as HTML, to the screen or into a file; no prices on a gift's",
    words: ORDER,
    options: options.SLIP,
    run: async ({ order, out }) => (await reading()).packingSlip(order, out),
  }),
  pack: onOrder("the customer can no longer cancel a packed order", async (order) =>
    (await writing()).step("pack", order),
  ),
  unpack: onOrder("it is not packed after all", async (order) => (await writing()).step("unpack", order)),
  "start-work": onOrder(
    "begin to make what has words on it, such as an engraving: the customer can no longer change them",
    async (order) => (await writing()).work("start-work", order),
  ),
  "stop-work": onOrder("take that back", async (order) => (await writing()).work("stop-work", order)),
  ship: verb({
    about:
      "send all that is left, or the given units, in a parcel; the customer gets an email. Couriers whose tracking " +
      "pages are known: royal-mail, parcelforce, dpd, evri, ups; own and collection have none",
    words: ORDER,
    options: options.SHIPMENT,
    run: async (shipment) => (await writing()).shipment(shipment),
  }),
  deliver: onOrder("it has been delivered or collected: the return period starts", async (order) =>
    (await writing()).step("deliver", order),
  ),
  undeliver: onOrder("that was a mistake: within 24 hours. The customer gets an email", async (order) =>
    (await writing()).step("undeliver", order),
  ),
  "query-payment": onOrder("asks the payment provider again about a payment under review", async (order) =>
    (await desk()).queryPayment(order),
  ),
  cancel: verb({
    about: "until it is sent: returns the stock, releases the discount code, refunds and sends an email",
    words: ORDER,
    options: options.CANCEL,
    run: async (cancelled) => (await writing()).cancel(cancelled),
  }),
  "change-address": verb({
    about: "another delivery address until it is sent: what is left out stays. The customer gets an email",
    words: ORDER,
    options: options.ADDRESS,
    check: (values) =>
      Object.keys(options.addressFields(values)).length === 0
        ? "Say what changes, such as --postcode."
        : null,
    run: async (values) =>
      (await desk()).redirectOrder(values.order, options.addressFields(values), values.yes),
  }),
  "resend-email": verb({
    about:
      "an email about the order once more, at most every 5 minutes; without --email it says which there are",
    words: ORDER,
    options: options.EMAIL,
    run: async ({ order, email }) => (await desk()).resendEmail(order, email),
  }),
  refund: verb({
    about:
      "units of lines, delivery, both, or all that is left. What was not sent yet is no longer sent. The running shop " +
      "sends the refund to the payment provider",
    words: ORDER,
    options: options.REFUND,
    check: options.refundProblem,
    run: async (values) => (await writing()).refund(options.refundIn(values)),
  }),
  returns: verb({
    about: "returns that customers have requested",
    options: { all: flagSchema("also those received") },
    run: async ({ all }) => (await reading()).returns(all),
  }),
  "open-return": verb({
    about:
      "a return for a customer who has written or called, after the return period too. They get an email",
    words: ORDER,
    options: options.NEW_RETURN,
    run: async (request) => (await desk()).openReturn(request),
  }),
  "note-arrival": verb({
    about: "the parcel of a return has come: its refund is due from that day. Nothing is refunded yet",
    words: RETURN,
    run: async ({ return: number }) => (await desk()).arrival("arrive", number),
  }),
  "take-back-arrival": verb({
    about: "that was a mistake",
    words: RETURN,
    run: async ({ return: number }) => (await desk()).arrival("take-back-arrival", number),
  }),
  "receive-return": verb({
    about:
      "a return has arrived: refunds it. Delivery is refunded as well when the law or the shop's own rules say so, or as " +
      "you choose",
    words: RETURN,
    options: options.RECEIPT,
    check: options.receiptProblem,
    run: async (receipt) => (await writing()).receive(receipt),
  }),
  batches: verb({
    about: "steps on many orders that were begun at the desk in the last day, and how far they are",
    options: options.BATCHES,
    run: async ({ stop }) => (await desk()).batches(stop ?? null),
  }),
  transitions: verb({
    about: "what an order may become, by whom, and what happens then",
    run: async () => (await reading()).states(),
  }),
};

export const ordersCommand: Command = verbsCommand({
  name: "orders",
  summary: "list, show, pack, ship, deliver, cancel and refund orders, receive returns",
  exitCodes: "Exit codes: 0 done (also when it was done before), 1 refused or failed, 2 wrong usage.",
  verbs: ORDER_VERBS,
});
