import { expect, test } from "vitest";

import { browserName } from "#app/models/customer/user-agent.ts";
import {
  reorderAvailability,
  againText,
  hasInvoice,
  orderedAgainText,
} from "#app/models/order/customer-order.ts";
import { dateText, dateTimeText } from "#app/models/store/format-date.ts";

const line = (quantity: number, available: number) => ({ variantId: 1, quantity, available });
const LONDON = { locale: "en-GB", timeZone: "Europe/London" };

test("a line can be reordered in full, in part or not at all", () => {
  expect(reorderAvailability(line(2, 5))).toBe("available");
  expect(reorderAvailability(line(2, 1))).toBe("fewer");
  expect(reorderAvailability(line(2, 0))).toBe("gone");
});

test("the page says how much of the order can be reordered", () => {
  expect(againText([line(1, 1), line(1, 1), line(1, 1), line(1, 0)])).toBe("3 of 4 still available");
  expect(againText([line(1, 1), line(1, 1)])).toBe("All 2 are still available");
  expect(againText([line(1, 1)])).toBe("Still available");
  expect(againText([line(1, 0)])).toBe("None of these items are available at the moment");
});

test("after reordering the page says what was added to the basket", () => {
  expect(orderedAgainText(null, 4)).toBeNull();
  expect(orderedAgainText(0, 4)).toMatch(/^We could not add any/);
  expect(orderedAgainText(3, 4)).toMatch(/^We have added 3 of 4 items/);
  expect(orderedAgainText(4, 4)).toBe("We have added all 4 items to your basket.");
  expect(orderedAgainText(9, 4)).toBeNull();
});

test("only a paid order has an invoice", () => {
  expect(hasInvoice({ paidAt: null })).toBe(false);
  expect(hasInvoice({ paidAt: "2026-11-21T10:00:00.000Z" })).toBe(true);
});

test("dates are in the shop's time zone", () => {
  expect(dateText("2026-07-31T23:30:00.000Z", LONDON)).toBe("1 August 2026");
  expect(dateTimeText("2026-11-20T10:42:00.000Z", LONDON)).toBe("20 November 2026 at 10:42");
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36", "Chrome on Linux"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on iPhone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Gecko Firefox/130.0", "Firefox on Mac"],
  ["curl/8.0", "Unknown browser"],
  ["", "Unknown browser"],
])("%s is recognised as %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
