/** The world outside the shop: the payment provider, the mail server, and a network that loses what it carries. */
import type { ProviderPayment } from "#app/models/order/invariants/provider.ts";
import { ok, refused } from "#app/models/shared/result.ts";
import type { Email, EmailPort } from "#app/services/email/email-port.ts";
import type {
  PaymentAttempt,
  ProviderPaymentEvent,
  PaymentPort,
} from "#app/services/payment/payment-port.ts";

import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

/** What the network does to a call; the shop must bear it, so it is no break. */
export class NetworkFault extends Error {
  override readonly name = "NetworkFault";
}

type Page = {
  readonly id: string;
  readonly attempt: PaymentAttempt;
  state: ProviderPayment["state"];
  end: "declined" | "expired" | null;
  readonly refunds: Map<string, number>;
  at: string;
};

/** An event on its way to the shop. */
export type Message = Readonly<{ id: string; event: ProviderPaymentEvent }>;

export class Outside {
  readonly pages = new Map<string, Page>();
  readonly messages: Array<Message> = [];
  /** How often each email was taken. */
  readonly emails = new Map<string, number>();
  /** Shares of calls whose question, or whose answer, is lost. */
  faults = 0;
  /** Counts changes of the provider's books. */
  changes = 0;
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  books(): ReadonlyArray<ProviderPayment> {
    return [...this.pages.values()].map(({ id, attempt, state, refunds }) => ({
      id,
      attemptId: attempt.attemptId,
      state,
      amount: attempt.amount.minor,
      refunded: sum(refunds),
    }));
  }

  /** What somebody does on the page, or their bank later. False if it can no longer be done. */
  decide(pageId: string, to: "paid" | "declined" | "processing"): boolean {
    const page = this.pages.get(pageId);
    const from = to === "processing" ? ["open"] : ["open", "processing"];
    if (!page || !from.includes(page.state)) return false;
    page.state = to === "declined" ? "ended" : to;
    if (to === "declined") page.end = to;
    this.#changed(page);
    return true;
  }

  readonly payments: PaymentPort = {
    name: "simulated",
    origin: null,
    isTest: true,
    open: async (attempt) => {
      const opened = await this.#call("open", () => this.#open(attempt)).catch(() => null);
      return opened ?? refused("payment-unavailable");
    },
    intent: async () => null,
    find: (id) => this.#call("find", () => this.#eventsOf(id)),
    close: (id) => this.#call("close", () => this.#close(id)),
    readEvent: () => null,
    refund: (id, { minor }, key) =>
      this.#call("refund", () => {
        const page = this.pages.get(id);
        if (page?.state !== "paid") return refused("refund-failed");
        const same = page.refunds.get(key);
        if (same !== undefined) return same === minor ? ok(`refund_${key}`) : refused("refund-failed");
        if (sum(page.refunds) + minor > page.attempt.amount.minor) return refused("refund-failed");
        page.refunds.set(key, minor);
        this.#changed(page);
        return ok(`refund_${key}`);
      }),
  };

  readonly email: EmailPort = {
    send: ({ key }: Email) =>
      this.#call("email", () => void this.emails.set(key, (this.emails.get(key) ?? 0) + 1)),
  };

  async #call<Answer>(what: string, effect: () => Answer): Promise<Answer> {
    const random = this.#scheduler.current()?.random;
    await this.#scheduler.point(`${what} sent`);
    if (this.#isLost(random)) throw new NetworkFault(`The question was lost: ${what}`);
    const answer = effect();
    await this.#scheduler.point(`${what} answered`);
    if (this.#isLost(random)) throw new NetworkFault(`The answer was lost: ${what}`);
    return answer;
  }

  #isLost(random: Random | undefined): boolean {
    return random?.chance(this.faults) ?? false;
  }

  #open(attempt: PaymentAttempt) {
    const known = [...this.pages.values()].find((page) => page.attempt.attemptId === attempt.attemptId);
    if (known && known.attempt.amount.minor !== attempt.amount.minor) return refused("payment-unavailable");
    const id = known?.id ?? `page_${attempt.attemptId}`;
    if (!known) {
      this.changes += 1;
      this.pages.set(id, {
        id,
        attempt,
        state: "open",
        end: null,
        refunds: new Map(),
        at: new Date().toISOString(),
      });
    }
    return ok({ paymentId: id, url: `/pay/${id}` });
  }

  #close(id: string): void {
    const page = this.pages.get(id);
    if (page?.state !== "open") return;
    page.state = "ended";
    page.end = "expired";
    this.#changed(page);
  }

  #changed(page: Page): void {
    this.changes += 1;
    page.at = new Date().toISOString();
    for (const event of this.#eventsOf(page.id))
      if (!this.#announced.has(event.eventId)) {
        this.#announced.add(event.eventId);
        this.messages.push({ id: event.eventId, event });
      }
  }
  readonly #announced = new Set<string>();

  #eventsOf(id: string): ReadonlyArray<ProviderPaymentEvent> {
    const page = this.pages.get(id);
    if (!page) return [];
    const { attemptId, amount } = page.attempt;
    const event = (
      type: ProviderPaymentEvent["type"],
      name: string,
      minor: number,
    ): ProviderPaymentEvent => ({
      eventId: `${name} of ${id}`,
      paymentId: id,
      type,
      amount: { minor, currency: amount.currency },
      detail: null,
      occurredAt: page.at,
      attemptId,
    });
    const type = page.state === "ended" ? page.end : page.state;
    const outcome = !type || type === "open" ? [] : [event(type, type, amount.minor)];
    const back = [...page.refunds].map(([key, minor]) => ({
      ...event("refunded", `refund ${key}`, minor),
      ...{ reference: `refund_${key}`, refundKey: key },
    }));
    return [...outcome, ...back];
  }
}

function sum(refunds: ReadonlyMap<string, number>): number {
  return [...refunds.values()].reduce((total, minor) => total + minor, 0);
}
