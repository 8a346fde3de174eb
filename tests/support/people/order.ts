/** An order as a shopper might have placed it, for rules and emails. */
import type { Order } from "#app/models/order/order.ts";
import { money } from "#app/models/shared/money.ts";

const address = {
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

/** The order, with whatever a test needs different. */
export function sampleOrder(changes: Partial<Order> = {}): Order {
  const lines = [
    {
      productId: 1,
      variantId: 11,
      sku: "RS-MUTED",
      name: "Rainbow Stacker",
      variantLabel: "Muted",
      image: "products/rainbow-stacker-1.jpg",
      path: "/p/wooden-toys/stacking/rainbow-stacker",
      ageText: "12 months +",
      quantity: 2,
      unitPrice: money(2400, "GBP"),
      total: money(4800, "GBP"),
      discount: money(0, "GBP"),
      vat: money(800, "GBP"),
      gift: null,
      wrap: null,
    },
    {
      productId: 2,
      variantId: 21,
      sku: "CP-SAGE",
      name: "City Pushchair",
      variantLabel: "Sage",
      image: "products/city-pushchair-1.jpg",
      path: "/p/pushchairs/city-pushchair",
      ageText: "From birth",
      quantity: 1,
      unitPrice: money(64900, "GBP"),
      total: money(64900, "GBP"),
      discount: money(0, "GBP"),
      vat: money(10817, "GBP"),
      gift: null,
      wrap: null,
    },
  ];
  return {
    id: "order_AAAAAAAAAAAAAAAAAAAAAA",
    number: 100001,
    status: "paid",
    cartId: "cart_AAAAAAAAAAAAAAAAAAAAAA",
    customerId: null,
    email: "hannah@example.com",
    deliveryAddress: address,
    billingAddress: address,
    delivery: {
      method: "express",
      name: "Express delivery",
      promises: [{ what: "Parcels", when: "Tuesday 24 November" }],
      price: money(695, "GBP"),
    },
    giftMessage: null,
    note: null,
    hasGiftReceipt: false,
    lines,
    totals: {
      lines: lines.map(({ variantId, quantity, unitPrice, total, discount, vat, wrap }) => ({
        variantId,
        quantity,
        unitPrice,
        total,
        discount,
        vat,
        wrap,
      })),
      items: money(69700, "GBP"),
      discount: money(0, "GBP"),
      delivery: money(695, "GBP"),
      total: money(70395, "GBP"),
      coupon: null,
      wrap: null,
      vat: money(11733, "GBP"),
    },
    placedAt: "2026-11-21T23:30:00.000Z",
    expiresAt: "2026-11-22T00:30:00.000Z",
    paidAt: "2026-11-21T23:31:00.000Z",
    ...changes,
  };
}
