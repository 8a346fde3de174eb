import type { ListedCoupon } from "#app/models/promotion/admin-coupons.server.ts";
import { worthText } from "#app/models/promotion/coupon-form.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";
import { columns, type Command, newCommand, type Outcome, readWords } from "./command.ts";

const HELP = `Usage: npm run shop -- coupons list [--json]
       npm run shop -- coupons create <code> (--percent <1-100> | --fixed <pounds> | --free-delivery) [options] [--json]
       npm run shop -- coupons disable <code> … [--json]
       npm run shop -- coupons enable <code> … [--json]

  list                   all coupons: how each stands, what it is worth, how often it was used
  create                 a coupon that works at once unless --starts says otherwise; an import of the catalogue
                         leaves it alone
    --percent            percentage off the products it applies to
    --fixed              amount off in pounds, such as 7.50
    --free-delivery      delivery free; zone surcharges stay
    --fixed-in           the same in the shop's other currencies, such as "EUR 6, USD 7.50"; without it the code is
                         for prices in the shop's own currency only
    --methods            with --free-delivery: only these, such as standard,express
    --minimum            minimum spend in pounds
    --minimum-in         the same in the shop's other currencies, such as "EUR 45"
    --minimum-on-matching  the minimum counts only the products the coupon applies to
    --categories         only products in these and the categories below them, such as wooden-toys,prams/coach-prams,
                         or a name such as "Pull-alongs"
    --products           only these, by the last part of their address, such as rainbow-stacker,toy-car, or a name
    --not-on-sale-items  does not apply to reduced products
    --starts, --ends     first and last day, such as 2026-12-01; both count whole, in the shop's own time
    --max-uses           total number of uses
    --once-per-customer  by account and email address
    --first-order        once for each address; not for accounts and browsers that have bought
    --name               what the owner calls it
    --message            message the basket shows when the code is applied
  disable                ends it at once, also one of the catalogue; orders already placed with it keep their price
  enable                 takes that back
  --json                 print the result as JSON
  --help                 this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

export const couponsCommand: Command = newCommand<CommandOptions>({
  name: "coupons",
  summary: "create, list, disable and enable discount codes",
  help: HELP,
  read: readArguments,
  work,
});

const FLAG = { type: "boolean" } as const;
const VALUE = { type: "string" } as const;
/** The options of `create`; problems are reported under these names. */
const TERMS = {
  percent: VALUE,
  fixed: VALUE,
  "fixed-in": VALUE,
  "free-delivery": FLAG,
  methods: VALUE,
  minimum: VALUE,
  "minimum-in": VALUE,
  "minimum-on-matching": FLAG,
  categories: VALUE,
  products: VALUE,
  "not-on-sale-items": FLAG,
  starts: VALUE,
  ends: VALUE,
  "max-uses": VALUE,
  "once-per-customer": FLAG,
  "first-order": FLAG,
  name: VALUE,
  message: VALUE,
} as const;

type CommandOptions =
  | Readonly<{ verb: "list"; isJson: boolean }>
  | Readonly<{ verb: "create"; typed: Readonly<Record<string, string>>; isJson: boolean }>
  | Readonly<{ verb: "disable" | "enable"; codes: ReadonlyArray<string>; isJson: boolean }>;

async function work(options: CommandOptions): Promise<Outcome> {
  switch (options.verb) {
    case "list":
      return list();
    case "create":
      return create(options.typed);
    case "disable":
    case "enable":
      return switchAll(options.codes, options.verb);
  }
}

async function list(): Promise<Outcome> {
  const { listCoupons } = await import("#app/models/promotion/admin-coupons.server.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const coupons = await listCoupons(new Date());
  return { isDone: true, words: couponTable(coupons, await findStore()), data: coupons };
}

async function create(typed: Readonly<Record<string, string>>): Promise<Outcome> {
  const { couponTermsAt, createCoupon } = await import("#app/models/promotion/admin-coupons.server.ts");
  const { worthText } = await import("#app/models/promotion/coupon-form.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const now = new Date();
  const terms = await couponTermsAt(typed, now);
  if (!terms.ok) return refusal(terms.problems);
  const created = await createCoupon(terms.value, now);
  if (!created.ok) return refusal([shopError(created).message]);
  const words = `Discount code ${terms.value.code} has been created: ${worthText(terms.value, await findStore())}.`;
  return { isDone: true, words, data: { ok: true, message: words, coupon: terms.value } };
}

function refusal(problems: ReadonlyArray<string>): Outcome {
  const words = ["The discount code was not created:", ...problems.map((problem) => `  ${problem}`)].join(
    "\n",
  );
  return { isDone: false, words, data: { ok: false, problems } };
}

async function switchAll(codes: ReadonlyArray<string>, verb: "disable" | "enable"): Promise<Outcome> {
  const { switchCoupon } = await import("#app/models/promotion/admin-coupons.server.ts");
  const outcomes = [];
  for (const typed of codes) {
    const done = await switchCoupon(typed, `${verb}d`, new Date());
    const message = done.ok
      ? `Coupon ${done.value.code} is ${verb}d${done.value.isChanged ? "" : " already"}.`
      : `There is no coupon ${typed}.`;
    outcomes.push({ code: done.ok ? done.value.code : typed, ok: done.ok, message });
  }
  return {
    isDone: outcomes.every((outcome) => outcome.ok),
    words: outcomes.map(({ message }) => message).join("\n"),
    data: outcomes,
  };
}

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, { ...TERMS, json: FLAG });
  if (!words) return null;
  const { json: isJson = false, ...terms } = words.values;
  const [verb, ...codes] = words.positionals;
  if (verb === "create") return createArguments(codes, terms, isJson);
  if (Object.keys(terms).length > 0) return null;
  return verbArguments(verb, codes, isJson);
}

function verbArguments(
  verb: string | undefined,
  codes: ReadonlyArray<string>,
  isJson: boolean,
): CommandOptions | null {
  switch (verb) {
    case "list":
      return codes.length === 0 ? { verb, isJson } : null;
    case "disable":
    case "enable":
      return codes.length > 0 ? { verb, codes, isJson } : null;
    default:
      return null;
  }
}

function createArguments(
  [code, ...more]: ReadonlyArray<string>,
  terms: Readonly<Record<string, string | boolean | undefined>>,
  isJson: boolean,
): CommandOptions | null {
  if (code === undefined || more.length > 0) return null;
  const given = Object.entries(terms).map(([name, value]) => [name, value === true ? "" : String(value)]);
  return {
    verb: "create",
    typed: { code, ...(Object.fromEntries(given) as Record<string, string>) },
    isJson,
  };
}

const HEADINGS = ["CODE", "NOW", "WORTH", "FROM", "USED", "UNTIL", "NAME"];

function couponTable(coupons: ReadonlyArray<ListedCoupon>, place: Place): string {
  if (coupons.length === 0) return "There are no discount codes.";
  return columns(
    HEADINGS,
    coupons.map((coupon) => cells(coupon, place)),
  );
}

type Place = Pick<Store, "locale" | "timeZone" | "currency">;

function cells(coupon: ListedCoupon, { locale, timeZone, currency: own }: Place) {
  const currency = coupon.onlyIn ?? own;
  const { code, standing, minimumSpendMinor, used, maxUses, endsAt, name } = coupon;
  // It works up to, but not at, that moment: the day before is its last.
  const last = endsAt === null ? null : new Date(Date.parse(endsAt) - 1);
  const until = last && new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone }).format(last);
  return [
    code,
    standing,
    worthText(coupon, { currency, locale }),
    minimumSpendMinor ? formatMoney(money(minimumSpendMinor, currency), locale) : "-",
    maxUses === null ? String(used) : `${used} of ${maxUses}`,
    until ?? "-",
    name,
  ];
}
