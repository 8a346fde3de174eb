/**
 * Domain events: what a noun says has happened, to listeners that it does not know. They run in the transaction that
 * publishes the event, so that their rows are written if and only if it commits.
 */

/** A listener writes rows of its own only (a job, a counter), and says nothing to the world outside. */
export type Listener<Payload> = (payload: Payload) => Promise<void>;

export type DomainEvent<Payload> = Readonly<{
  /** The event's name: noun and past participle, such as "order-paid". */
  name: string;
  /**
   * Runs the listeners one after another, in the order in which they subscribed. Throws what a listener throws, and
   * when there is no listener at all: app/listeners.server.ts has not been loaded then.
   */
  publish(payload: Payload): Promise<void>;
  /** Adds a listener under the name of its noun; a later one of the same name replaces it. */
  subscribe(noun: string, listener: Listener<Payload>): void;
  listeners(): ReadonlyArray<string>;
}>;

/** A new event; its home is the noun that publishes it, in `<noun>/events.server.ts`. */
export function newDomainEvent<Payload>(name: string): DomainEvent<Payload> {
  const listeners = new Map<string, Listener<Payload>>();
  return {
    name,
    publish: async (payload) => {
      if (listeners.size === 0)
        throw new Error(`Nobody listens to "${name}": call registerListeners() first`);
      for (const listener of listeners.values()) await listener(payload);
    },
    subscribe: (noun, listener) => void listeners.set(noun, listener),
    listeners: () => [...listeners.keys()],
  };
}
