import { cartTotals } from "#app/models/cart/totals.ts";
import type {
  FulfilmentHistory,
  OrderReturn,
  OrderRefund,
  SentShipment,
} from "#app/models/order/fulfilment.ts";
import type { Order, OrderLine } from "#app/models/order/order.ts";
import { money } from "#app/models/shared/money.ts";
import { collectionPlace } from "#app/models/shipping/store-pickup.ts";
import type { Store } from "#app/models/store/store.ts";

const VAT_BASIS_POINTS = 2000;
const WRAP = { price: money(350, "GBP"), taxRateBasisPoints: VAT_BASIS_POINTS };

export const SAMPLE_ADDRESS = {
  first_name: "Hannah",
  last_name: "Okafor",
  company: "",
  address1: "14 Slad Road",
  address2: "Flat 2",
  city: "Stroud",
  country: "United Kingdom",
  country_code: "GB",
  phone: "01632 960 111",
  postal_code: "GL5 1QN",
};

export const SAMPLE_PRODUCT = {
  ...{ variantId: 5000, name: "Rainbow Stacker", label: "Muted" },
  path: "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker",
};

type Items = Pick<
  OrderLine,
  "productId" | "variantId" | "sku" | "name" | "variantLabel" | "image" | "path" | "ageText" | "quantity"
> &
  Readonly<{ each: number }>;

const ITEMS: ReadonlyArray<Items> = [
  {
    ...{ productId: 101, variantId: 5000, sku: "HB-0101-MUTE", quantity: 2, each: 5400 },
    ...{ name: "Rainbow Stacker", variantLabel: "Muted", ageText: "12 months +" },
    image: "products/rainbow-stacker-1.jpg",
    path: SAMPLE_PRODUCT.path,
  },
  {
    ...{ productId: 137, variantId: 5052, sku: "HB-0137-SAGE", quantity: 1, each: 54_900 },
    ...{ name: "City Pushchair", variantLabel: "Sage", ageText: "6 months +" },
    image: "products/city-pushchair-1.jpg",
    path: "/p/pushchairs/everyday/city-pushchair",
  },
];

export const SAMPLE_ENGRAVED = {
  name: "Noah’s Ark",
  variantLabel: "Engraving: “Wilfred 2026”",
  quantity: 1,
  personalisation: null,
};

export const SAMPLE_WARNINGS = [
  {
    name: "Rainbow Stacker",
    warnings: ["Warning. Remove all packaging, tags and ties before giving this toy to a child."],
  },
  { name: "City Pushchair", warnings: ["Warning. Never leave your child unattended."] },
];

export function sampleOrder(changes: Partial<Order> = {}): Order {
  const totals = cartTotals({
    lines: ITEMS.map(({ variantId, quantity, each }) => ({
      variantId,
      quantity,
      unitPrice: money(each, "GBP"),
      taxRateBasisPoints: VAT_BASIS_POINTS,
    })),
    discounts: [money(1000, "GBP"), money(0, "GBP")],
    wraps: [WRAP, null],
    coupon: "HELLO10",
    delivery: money(695, "GBP"),
    currency: "GBP",
  });
  return {
    id: "order_SampleSampleSampleSamp",
    number: 100_001,
    status: "paid",
    cartId: "cart_SampleSampleSampleSamp",
    customerId: null,
    email: "hannah@example.com",
    deliveryAddress: SAMPLE_ADDRESS,
    addressVersion: 0,
    billingAddress: SAMPLE_ADDRESS,
    delivery: {
      method: "express",
      name: "Express delivery",
      promises: [
        { what: "Parcel", when: "Tuesday 24 November", from: "2026-11-24", to: "2026-11-24", variantIds: [] },
      ],
      price: money(695, "GBP"),
    },
    giftMessage: null,
    note: "Please leave it with number 12.",
    hasGiftReceipt: false,
    lines: ITEMS.map(({ each, ...items }, index) => {
      const { total, discount, vat, wrap } = totals.lines[index] ?? EMPTY;
      const gift = wrap && { paper: "Holly-leaf print", message: "Happy birthday\nLove, Grandma" };
      const sums = { unitPrice: money(each, "GBP"), total, discount, vat, wrap };
      return { ...items, ...sums, gift, personalisation: null };
    }),
    totals,
    placedAt: "2026-11-21T11:30:00.000Z",
    expiresAt: "2026-11-21T12:30:00.000Z",
    paidAt: "2026-11-21T11:31:00.000Z",
    invoiceNumber: "INV-000041",
    ...changes,
  };
}

const EMPTY = { total: money(0, "GBP"), discount: money(0, "GBP"), vat: money(0, "GBP"), wrap: null };

export function sampleCollection(store: Store): Order {
  const collection = collectionPlace(store);
  const promises = [{ what: "", when: "ready from Monday 23 November" }];
  const delivery = {
    method: "collection",
    name: "Collect from us",
    promises,
    price: money(0, "GBP"),
    collection,
  };
  return sampleOrder({ status: "shipped", delivery });
}

/** The day of its second item has moved. */
export function samplePreorder(): Order {
  const order = sampleOrder();
  const promise = {
    ...{ what: "Parcel, pre-order", when: "Monday 11 to Tuesday 12 January", variantIds: [5052] },
    ...{ from: "2027-01-11", to: "2027-01-12", releaseAt: "2027-01-07T09:00:00.000Z", sendBy: "2027-01-08" },
    movedFrom: "We send it by Friday 18 December.",
  };
  return { ...order, delivery: { ...order.delivery, promises: [promise] } };
}

const CONTENTS = ITEMS.map(({ name, quantity }) => ({ name, quantity }));

export const SAMPLE_SHIPMENT: SentShipment = {
  id: 1,
  carrier: "Royal Mail",
  number: "AB123456789GB",
  url: "https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB",
  sentAt: "2026-11-23T15:00:00.000Z",
  contents: CONTENTS,
};

export const SAMPLE_RETURN: OrderReturn = {
  number: "R100001-1",
  status: "received",
  legalBasis: null,
  recipientRemedy: null,
  note: "",
  requestedAt: "2026-11-26T09:00:00.000Z",
  arrivedAt: null,
  receivedAt: "2026-11-30T09:00:00.000Z",
  wayBack: null,
  contents: [{ name: "Rainbow Stacker", quantity: 1, reason: "changed-mind" }],
};

export const SAMPLE_WITHDRAWAL: OrderReturn = {
  ...SAMPLE_RETURN,
  status: "requested",
  legalBasis: "withdrawal",
  receivedAt: null,
  contents: [{ name: "Rainbow Stacker", quantity: 1, reason: "withdrawal" }],
};

export const SAMPLE_REFUND: OrderRefund = {
  id: "refund_1",
  creditNote: "CN-000001",
  amount: money(5400, "GBP"),
  reason: "return R100001-1",
  by: "owner",
  status: "completed",
  isCredit: false,
  isPaidAnotherWay: false,
  lastError: null,
  createdAt: "2026-11-30T09:00:00.000Z",
  completedAt: "2026-11-30T09:01:00.000Z",
  failedAt: null,
  contents: [{ name: "Rainbow Stacker", quantity: 1 }],
  hasDelivery: false,
  delivery: money(0, "GBP"),
  goodwill: money(0, "GBP"),
  setOff: money(0, "GBP"),
  wear: money(0, "GBP"),
  wearReason: "",
  returnCost: money(0, "GBP"),
  words: "Keep the one that arrived damaged, with our apologies.",
};

export const SAMPLE_LIFE: FulfilmentHistory = {
  lines: ITEMS.map(({ quantity }, index) => ({
    ...{
      id: `line_${index}`,
      sent: quantity,
      refunded: 0,
      unsent: 0,
      requested: 0,
      refundedWithoutReturn: 0,
      workStartedAt: null,
      wordsChangedAt: null,
    },
  })),
  shipments: [SAMPLE_SHIPMENT],
  refunds: [SAMPLE_REFUND],
  returns: [SAMPLE_RETURN],
  disputes: [],
  credit: null,
  familyCredit: 0,
  moves: [],
  deliveredAt: "2026-11-24T11:00:00.000Z",
};
