/** `orders …`: the owner looks at orders, sends them, gives money back and takes goods back. */
import { type Command, newCommand } from "./command.ts";
import { readArguments } from "./orders-arguments.ts";
import type { Asked, List, PackingSlip, Returns } from "./orders-asked.ts";

const HELP = `Usage: npm run shop -- orders list [--status <status>] [--limit <number>]
       npm run shop -- orders show <order>
       npm run shop -- orders packing-slip <order> [--out <file.html>]
       npm run shop -- orders pack <order>
       npm run shop -- orders unpack <order>
       npm run shop -- orders dispatch <order> --carrier <name> [--tracking <number>] [--url <https://…>]
                                       [--lines <article=units,…>] [--key <text>]
       npm run shop -- orders deliver <order>
       npm run shop -- orders cancel <order> --reason <text> --yes
       npm run shop -- orders refund <order> (--all | --lines <article=units,…> | --delivery) [--restock]
                                     --reason <text> [--key <text>] --yes
       npm run shop -- orders returns [--all]
       npm run shop -- orders receive-return <return> (--restock | --no-restock) [--delivery | --no-delivery] --yes
       npm run shop -- orders states

  list             the newest orders; 50 when no limit is given
  show             one order with its parcels, refunds, returns and history
  packing-slip     the slip for the parcel as HTML, to the screen or into a file; no prices on a gift's
  pack, unpack     packed goods can no longer be cancelled by the buyer
  dispatch         all that is left, or the given units, leave in a parcel; the buyer gets an e-mail. Carriers whose
                   pages are known: royal-mail, parcelforce, dpd, evri, ups; own and collection have none
  deliver          it has arrived, or was fetched: the days to return begin
  cancel           until it is sent: goods back into stock, coupon free again, money back, an e-mail
  refund           units of lines, delivery, or all that is left. --restock puts the goods back on the shelf. What was
                   not sent yet is not sent any more. The running shop asks the payment provider until it is done
  returns          what buyers have announced; with --all what has arrived as well
  receive-return   a return has arrived: its money goes back. Delivery goes back too when the law or the shop's own
                   rules say so, or as you say
  states           what an order may become, by whom, and what happens then
  --key            names the request: the same one again does nothing. When not given, the same carrier, tracking number
                   and units, or the same lines and reason, are the same request
  --yes            needed where money or goods move; without it the command says what it would do
  --json           the outcome as JSON
  --help           this text

Exit codes: 0 done (also when it was done before), 1 refused or failed, 2 called wrongly.`;

export const ordersCommand: Command = newCommand<Asked>({
  name: "orders",
  summary: "list, show, pack, dispatch, deliver, cancel and refund orders, receive returns",
  help: HELP,
  read: readArguments,
  work: outcomeOf,
});

async function outcomeOf(asked: Asked) {
  const reading = await import("./orders-reading.ts");
  switch (asked.verb) {
    case "list":
      return reading.list(asked);
    case "states":
      return reading.states();
    case "returns":
      return reading.returns(asked);
    case "show":
      return reading.show(asked.number);
    case "packing-slip":
      return reading.packingSlip(asked);
    default:
      return doneOf(asked);
  }
}

async function doneOf(
  asked: Exclude<Asked, List | Returns | PackingSlip | Readonly<{ verb: "states" | "show" }>>,
) {
  const doing = await import("./orders-doing.ts");
  switch (asked.verb) {
    case "receive-return":
      return doing.receive(asked);
    case "cancel":
      return doing.cancel(asked);
    case "refund":
      return doing.refund(asked);
    case "dispatch":
      return doing.dispatch(asked);
    default:
      return doing.step(asked);
  }
}
