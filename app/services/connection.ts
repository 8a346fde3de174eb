/** The adapter of a service: the configured one, made when it is first needed. */
export function newConnection<Port>(configured: () => Port) {
  let connected: Port | null = null;
  return {
    current: (): Port => (connected ??= configured()),
    /** Null brings the configured one back. For tests. */
    connect: (port: Port | null): void => {
      connected = port;
    },
  };
}
