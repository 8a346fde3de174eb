import { readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { registerListeners } from "#app/listeners.server.ts";
import { type DomainEvent, newDomainEvent } from "#app/models/platform/domain-event.server.ts";

/** Who has to hear of what: a listener that is taken out of app/listeners.server.ts is missed here. */
const LISTENERS = {
  "cart-changed": ["marketing"],
  "cart-deleted": ["marketing"],
  "customer-email-changed": ["newsletter", "marketing"],
  "customer-logged-in": ["order"],
  "customer-verified": ["marketing", "order", "newsletter"],
  "order-completed": ["gift-list"],
  "order-hold-extended": ["gift-list"],
  "order-paid": ["cart-recovery", "gift-list", "analytics"],
  "order-pseudonymised": ["analytics"],
  "order-reduced": ["gift-list"],
  "order-refunded": ["analytics"],
  "order-status-changed": ["gift-list", "marketing"],
  "password-reset": ["marketing", "order"],
  "password-reset-started": ["newsletter"],
  "products-changed": ["search"],
  "reminders-chosen": ["cart-recovery"],
  "return-credited": ["gift-list"],
  "staff-ended": ["desk"],
  "stock-arrived": ["cart", "stock-alert"],
  "variants-shown": ["stock-alert"],
};

/** Every domain event of every noun. */
async function findEvents(): Promise<ReadonlyArray<DomainEvent<unknown>>> {
  const files = readdirSync("app/models", { recursive: true, encoding: "utf8" });
  const modules = await Promise.all(
    files
      .filter((file) => file.endsWith("/events.server.ts"))
      .map((file) => import(join(process.cwd(), "app/models", file)) as Promise<object>),
  );
  return modules.flatMap((module) => Object.values(module) as ReadonlyArray<unknown>).filter(isDomainEvent);
}

function isDomainEvent(value: unknown): value is DomainEvent<unknown> {
  return typeof value === "object" && value !== null && "publish" in value;
}

test("every domain event reaches all its listeners", async () => {
  registerListeners();

  const found = (await findEvents()).map((event) => [event.name, event.listeners()]);

  expect(Object.fromEntries(found)).toEqual(LISTENERS);
});

test("publishing an event that has no listener throws", async () => {
  const event = newDomainEvent<string>("nobody-cares");

  await expect(event.publish("payload")).rejects.toThrow('Nobody listens to "nobody-cares"');
});

test("listeners run one after another, and the first failure ends the publishing", async () => {
  const heard: Array<string> = [];
  const event = newDomainEvent<string>("thing-happened");
  event.subscribe("first", async (payload) => void heard.push(`first ${payload}`));
  event.subscribe("second", () => Promise.reject(new Error("no room")));
  event.subscribe("third", async () => void heard.push("third"));

  await expect(event.publish("now")).rejects.toThrow("no room");
  expect(heard).toEqual(["first now"]);
});

test("registering a listener again replaces the earlier one of the same noun", async () => {
  const heard: Array<string> = [];
  const event = newDomainEvent<null>("thing-happened");
  event.subscribe("marketing", async () => void heard.push("old"));
  event.subscribe("marketing", async () => void heard.push("new"));

  await event.publish(null);

  expect(heard).toEqual(["new"]);
});
