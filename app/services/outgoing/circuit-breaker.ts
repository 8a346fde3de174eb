export type CircuitSettings = Readonly<{
  /** Failures in a row that open it. */
  failures: number;
  /** How long nobody calls then, in milliseconds; after that one call tries again. */
  restMs: number;
}>;

export type Circuit =
  | Readonly<{ kind: "closed"; failures: number }>
  | Readonly<{ kind: "open"; until: number }>
  /** One call is trying; if its answer is lost, another may try after `until`. */
  | Readonly<{ kind: "trying"; until: number }>;

export const CLOSED: Circuit = { kind: "closed", failures: 0 };

export function throughCircuit(
  circuit: Circuit,
  settings: CircuitSettings,
  now: number,
): Readonly<{ mayCall: boolean; circuit: Circuit }> {
  if (circuit.kind === "closed") return { mayCall: true, circuit };
  if (now < circuit.until) return { mayCall: false, circuit };
  return { mayCall: true, circuit: { kind: "trying", until: now + settings.restMs } };
}

/** Late good news from before it opened does not close it. */
export function afterSuccess(circuit: Circuit): Circuit {
  return circuit.kind === "open" ? circuit : CLOSED;
}

export function afterFailure(circuit: Circuit, settings: CircuitSettings, now: number): Circuit {
  switch (circuit.kind) {
    case "closed": {
      const failures = circuit.failures + 1;
      return failures < settings.failures
        ? { kind: "closed", failures }
        : { kind: "open", until: now + settings.restMs };
    }
    case "trying":
      return { kind: "open", until: now + settings.restMs };
    case "open":
      return circuit;
  }
}
