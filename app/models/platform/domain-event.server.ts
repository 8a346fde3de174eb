/**
 * Listeners, which the publisher does not know, run in its transaction, so that their rows are written if and only if
 * it commits.
 */

/** Writes rows of its own only (a job, a counter), and says nothing to the world outside. */
export type Listener<Payload> = (payload: Payload) => Promise<void>;

export type DomainEvent<Payload> = Readonly<{
  name: string;
  /**
   * In the order in which they subscribed; throws what a listener throws, and when there is none:
   * app/listeners.server.ts has not been loaded then.
   */
  publish(payload: Payload): Promise<void>;
  subscribe(noun: string, listener: Listener<Payload>): void;
  listeners(): ReadonlyArray<string>;
}>;

/** Its home is the noun that publishes it, in `<noun>/events.server.ts`. */
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
