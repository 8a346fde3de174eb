import type { Day } from "#app/models/shared/local-date.ts";
import { DELIVERY_CLASSES, type DeliveryClass } from "#app/models/store/delivery-class.ts";

import { bookableDays, deliveryPromise, type PromiseQuestion, sentBy } from "./delivery-estimate.ts";
import type { Case, DeliveryLine, DeliveryMethod, Leg } from "./shipping.ts";
import { isCollection } from "./store-pickup.ts";

export type Consignment = Readonly<{
  what: string;
  when: string;
  from: Day | null;
  to: Day | null;
  day: Day | null;
  /** Of a pre-order: when it is released, ISO 8601; missing for what is in stock. */
  releaseAt?: string;
  /** Of a pre-order: the last day on which it is sent. */
  sendBy?: Day;
  class: DeliveryClass;
  variantIds: ReadonlyArray<number>;
}>;

/** What is in stock goes at once; each pre-order follows at its release, without a charge. */
export function consignments(leg: Leg, question: Case): ReadonlyArray<Consignment> {
  const { method } = leg;
  return batches(leg, question).map((batch) => {
    const { releaseAt, together } = batch;
    const heaviest =
      DELIVERY_CLASSES.findLast((each) => together.some((line) => line.deliveryClass === each)) ?? "small";
    const takesAll = DELIVERY_CLASSES.every((each) => method.price[each] !== undefined);
    const name = (takesAll ? null : question.rules.classNames[heaviest]) ?? method.name;
    return {
      what: releaseAt === null ? name : `${name}, pre-order`,
      ...promise(method, question, batch),
      ...(releaseAt === null
        ? {}
        : { releaseAt, sendBy: sentBy(promiseQuestion(method, question, batch), question.rules.calendar) }),
      class: heaviest,
      variantIds: together.map((line) => line.variantId),
    };
  });
}

export function daysFor(leg: Leg, question: Case): ReadonlyArray<Day> {
  const [batch] = batches(leg, question);
  if (!batch) return [];
  return bookableDays(promiseQuestion(leg.method, question, batch), question.rules.calendar);
}

type Batch = Readonly<{ releaseAt: string | null; together: ReadonlyArray<DeliveryLine> }>;

/** Items with the same release travel together, items of a booked day once the last is released. */
function batches({ method, classes }: Leg, { lines }: Case): ReadonlyArray<Batch> {
  const carried = lines.filter((line) => classes.includes(line.deliveryClass));
  const releases = [...new Set(carried.map((line) => line.preorderReleaseAt))].sort((a, b) =>
    (a ?? "").localeCompare(b ?? ""),
  );
  if (method.booking) return [{ releaseAt: releases.at(-1) ?? null, together: carried }];
  return releases.map((releaseAt) => ({
    releaseAt,
    together: carried.filter((line) => line.preorderReleaseAt === releaseAt),
  }));
}

function promise(method: DeliveryMethod, question: Case, batch: Batch) {
  const { zone, rules } = question;
  const made =
    zone?.isExcluded && zone.note
      ? null
      : deliveryPromise(promiseQuestion(method, question, batch), rules.calendar);
  return made ?? { when: zone?.note ?? NO_DAY, from: null, to: null, day: null };
}

/** What travels together waits for the work that takes longest. */
function withWork(
  method: DeliveryMethod,
  together: ReadonlyArray<DeliveryLine>,
): Pick<DeliveryMethod, "cutoff" | "handling" | "transit" | "booking"> {
  const days = Math.max(0, ...together.map(({ personalisation }) => personalisation?.workingDays ?? 0));
  const { cutoff, handling, transit, booking } = method;
  return {
    ...{ cutoff, transit },
    handling: { min: handling.min + days, max: handling.max + days },
    booking: booking && { ...booking, fromWorkingDays: booking.fromWorkingDays + days },
  };
}

const NO_DAY = "no days available at the moment";

function promiseQuestion(
  method: DeliveryMethod,
  question: Case,
  { releaseAt, together }: Batch,
): PromiseQuestion {
  const { now, zone, destination, day = null, fullDays = [] } = question;
  const there = zone?.methods[method.key];
  return {
    now,
    releaseAt,
    service: { ...withWork(method, together), isCollected: isCollection(method.key) },
    zone: { extraDays: there?.extraDays ?? 0, weekdays: there?.weekdays ?? null },
    postcode: destination.postcode,
    day,
    fullDays: fullDays.filter((full) => full.method === method.key).map((full) => full.day),
  };
}
