import { newDomainEvent } from "#app/models/platform/domain-event.server.ts";

/** From now on the address may be reminded of what is left in a basket. */
export const remindersChosen = newDomainEvent<Readonly<{ email: string }>>("reminders-chosen");
