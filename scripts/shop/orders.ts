import { RETURN_REASONS } from "#app/models/order/returns/return.ts";

import { type Command, newCommand } from "./command.ts";
import {
  type Batches,
  type CommandOptions,
  type List,
  type PackingSlip,
  readArguments,
  type Returns,
} from "./orders-options.ts";

const HELP = `Usage: npm run shop -- orders list [--status <status>] [--limit <number>]
       npm run shop -- orders show <order>
       npm run shop -- orders packing-slip <order> [--out <file.html>]
       npm run shop -- orders pack <order>
       npm run shop -- orders unpack <order>
       npm run shop -- orders start-work <order>
       npm run shop -- orders stop-work <order>
       npm run shop -- orders ship <order> --carrier <name> [--tracking <number>] [--url <https://…>]
                                       [--lines <article=units,…>] [--key <text>]
       npm run shop -- orders deliver <order>
       npm run shop -- orders undeliver <order>
       npm run shop -- orders query-payment <order>
       npm run shop -- orders cancel <order> --reason <text> --yes
       npm run shop -- orders change-address <order> [--first-name <text>] [--last-name <text>] [--company <text>]
                                     [--address1 <text>] [--address2 <text>] [--city <text>] [--postcode <text>]
                                     [--country <code>] [--phone <text>] [--yes]
       npm run shop -- orders resend-email <order> [--email <name>]
       npm run shop -- orders refund <order> (--all | [--lines <article=units,…>]
                                     [--delivery | --cheapest-delivery])
                                     [--restock | --restock-lines <article,…>] --reason <text> [--words <text>]
                                     [--key <text>] --yes
       npm run shop -- orders refund <order> --amount <sum> --reason <text> [--words <text>] [--key <text>] --yes
       npm run shop -- orders returns [--all]
       npm run shop -- orders open-return <order> --lines <article=units,…> --reason <reason> [--words <text>]
                                     [--key <text>]
       npm run shop -- orders note-arrival <return>
       npm run shop -- orders take-back-arrival <return>
       npm run shop -- orders receive-return <return> (--restock | --no-restock) [--delivery | --no-delivery]
                                     [--wear <sum> --wear-reason <text>] --yes
       npm run shop -- orders batches [--stop <number>]
       npm run shop -- orders transitions

  list             the newest orders, default 50
  show             one order with its parcels, refunds, returns and history
  packing-slip     the slip for the parcel as HTML, to the screen or into a file; no prices on a gift's
  pack, unpack     the customer can no longer cancel a packed order
  start-work       begin to make what has words on it, such as an engraving: the customer can no longer change them
  stop-work        take that back
  ship             send all that is left, or the given units, in a parcel; the customer gets an email. Couriers whose
                   tracking pages are known: royal-mail, parcelforce, dpd, evri, ups; own and collection have none
  deliver          it has been delivered or collected: the return period starts
  undeliver        that was a mistake: within 24 hours. The customer gets an email
  query-payment    asks the payment provider again about a payment under review
  cancel           until it is sent: returns the stock, releases the discount code, refunds and sends an email
  change-address   another delivery address until it is sent: what is not given stays. The customer gets an email.
                   --yes is needed only where delivery there costs more or less, or takes longer
  resend-email     an email about the order once more, at most every 5 minutes; without --email it says which there are
  refund           units of lines, delivery, both, or all that is left, also of a cancelled order. --restock returns the items to stock,
                   --restock-lines those of some articles. What was not sent yet is no longer sent. --words is a
                   sentence for the customer in the email. The running shop sends the refund to the payment provider.
                   --cheapest-delivery refunds of the delivery what the cheapest one offered would have cost.
                   --amount refunds a sum without items, up to what is still paid
  returns          returns that customers have requested; with --all also those received
  open-return      a return for a customer who has written or called, after the return period too. They get an email.
                   Reasons: ${RETURN_REASONS.map(({ key }) => key).join(", ")}
  note-arrival     the parcel of a return has come: its refund is due from that day. Nothing is refunded yet
  take-back-arrival  that was a mistake
  receive-return   a return has arrived: refunds it. Delivery is refunded as well when the law or the shop's own
                   rules say so, or as you choose. --wear keeps a sum of the price of items that were used beyond trying
                   them, without a fault; the customer reads the reason
  batches          steps on many orders that were begun at the desk in the last day, and how far they are; --stop ends
                   one after the order that it is at
  transitions      what an order may become, by whom, and what happens then
  --key            names the request: the same one again does nothing. When not given, the same carrier, tracking number
                   and units, or the same lines and reason, are the same request
  --yes            needed for refunds and cancellations; without it the command says what it would do
  --json           print the result as JSON
  --help           this text

Exit codes: 0 done (also when it was done before), 1 refused or failed, 2 wrong usage.`;

export const ordersCommand: Command = newCommand<CommandOptions>({
  name: "orders",
  summary: "list, show, pack, ship, deliver, cancel and refund orders, receive returns",
  help: HELP,
  read: readArguments,
  work: outcomeOf,
});

async function outcomeOf(options: CommandOptions) {
  const reading = await import("./orders-read.ts");
  switch (options.verb) {
    case "list":
      return reading.list(options);
    case "transitions":
      return reading.states();
    case "returns":
      return reading.returns(options);
    case "batches":
      return (await import("./orders-desk.ts")).batches(options);
    case "show":
      return reading.show(options.number);
    case "packing-slip":
      return reading.packingSlip(options);
    default:
      return isAtDesk(options) ? doneAtDesk(options) : doneOf(options);
  }
}

type Write = Exclude<
  CommandOptions,
  List | Returns | Batches | PackingSlip | Readonly<{ verb: "transitions" | "show" }>
>;

const AT_DESK = [
  ...(["resend-email", "change-address", "query-payment"] as const),
  ...(["open-return", "note-arrival", "take-back-arrival"] as const),
] as const;

type AtDesk = Extract<Write, Readonly<{ verb: (typeof AT_DESK)[number] }>>;

function isAtDesk(options: Write): options is AtDesk {
  return (AT_DESK as ReadonlyArray<string>).includes(options.verb);
}

async function doneAtDesk(options: AtDesk) {
  const desk = await import("./orders-desk.ts");
  switch (options.verb) {
    case "resend-email":
      return desk.resendEmail(options);
    case "change-address":
      return desk.redirectOrder(options);
    case "query-payment":
      return desk.queryPayment(options.number);
    case "open-return":
      return desk.openReturn(options);
    default:
      return desk.arrival(options);
  }
}

async function doneOf(options: Exclude<Write, AtDesk>) {
  const writing = await import("./orders-write.ts");
  switch (options.verb) {
    case "receive-return":
      return writing.receive(options);
    case "cancel":
      return writing.cancel(options);
    case "refund":
      return writing.refund(options);
    case "ship":
      return writing.shipment(options);
    case "start-work":
    case "stop-work":
      return writing.work(options);
    default:
      return writing.step(options);
  }
}
