import { expect, test } from "vitest";

import { chargeClaim, chargeClaimIn } from "#app/models/catalogue/charge-claims.ts";

test.each([
  "We charge your card when it leaves us, not before.",
  "Order now; your card is charged at dispatch, not before.",
  "Pre-order now, pay when it is sent",
  "Payment is taken when your bed is dispatched, and we ring first.",
  "Reserve one now; nothing is charged before dispatch",
  "You will not be charged until it ships.",
  "Your account is debited only once we have sent it.",
  "Pay later.",
  "You pay when you order and we charge your card when it is dispatched.",
  "Buy now and pay nothing today.",
  "No payment until January.",
  "We charge your card as soon as it ships.",
  "We take the money on the day we dispatch.",
  "Your card is charged the moment it leaves us.",
  "Your money is only taken once it has left our workshop.",
])("a text must not say %j", (text) => {
  expect(chargeClaimIn(`A bed.\n\n${text} It is blue.`)).not.toBeNull();
});

test.each([
  "Free of charge for a year after it is delivered.",
  "Charge the lamp before it is used.",
  "You can charge the lamp as soon as it arrives.",
  "Take the key of the money box out before it is sent through the wash.",
  "We take the greatest care on the day we dispatch it.",
  "Pocket money is well spent the day it arrives.",
  "Play post office: take money at the counter and send parcels.",
  "Collect the money at the till, then deliver the groceries.",
  "You pay when you order and can cancel for a full refund at any time before we send it.",
  "The engraving is paid for when you order, not when it is sent.",
  "The first shipment is on its way. You can change your mind until then.",
  "We send it by the date beside the button. You pay today.",
  "The left wheel is paid the same attention as the right.",
])("a text may say %j", (text) => {
  expect(chargeClaimIn(text)).toBeNull();
});

test("the field and the sentence are named", () => {
  const texts = { name: "Bed", highlights: ["Blue", "Pay when it is sent"], message: null };
  expect(chargeClaim(texts)).toEqual({ field: "highlights", sentence: "Pay when it is sent" });
});
