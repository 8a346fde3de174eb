import {
  afterFailure,
  afterSuccess,
  throughCircuit,
  type Circuit,
  type CircuitSettings,
  CLOSED,
} from "./circuit-breaker.ts";
import { OutgoingError } from "./outgoing-error.ts";

export type ResilienceSettings = CircuitSettings &
  Readonly<{
    /** Longest that anybody waits, all attempts of a client together, in milliseconds. */
    timeoutMs: number;
    /** Milliseconds of a clock that only goes forward. */
    now?: () => number;
    /** Called on each failure, with whether the circuit opens now. */
    onFailure?: (error: unknown, isOpen: boolean) => void;
    /** False for an error that says nothing against the service: it counts as an answer. */
    isFailure?: (error: unknown) => boolean;
  }>;

type Guarded<Value> = Readonly<{ ok: true; value: Value }> | Readonly<{ ok: false; error: unknown }>;

export type Resilience = Readonly<{
  /** What `work` answers in time; `ok: false` when it fails, takes too long, or is not even tried. Never throws. */
  call<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Guarded<Value>>;
}>;

export function newResilience(settings: ResilienceSettings): Resilience {
  const now = settings.now ?? (() => performance.now());
  let circuit: Circuit = CLOSED;
  return {
    call: async (work) => {
      const requested = throughCircuit(circuit, settings, now());
      circuit = requested.circuit;
      if (!requested.mayCall) return { ok: false, error: leftAlone(requested.circuit, now()) };
      try {
        const value = await inTime(work, settings.timeoutMs);
        circuit = afterSuccess(circuit);
        return { ok: true, value };
      } catch (error) {
        if (settings.isFailure?.(error) === false) {
          circuit = afterSuccess(circuit);
          return { ok: false, error };
        }
        circuit = afterFailure(circuit, settings, now());
        settings.onFailure?.(error, circuit.kind === "open");
        return { ok: false, error };
      }
    },
  };
}

/** Only the last failure before the pause is mentioned: a dead service must not fill the log. */
export function warnWhenLeftAlone(service: string, warning: string) {
  return (error: unknown, isOpen: boolean): void => {
    if (!isOpen) return;
    const message = error instanceof Error ? error.message : String(error);
    process.emitWarning(`${service} is left alone for a while: ${message.slice(0, 200)}`, warning);
  };
}

function leftAlone(circuit: Circuit, now: number): OutgoingError {
  const retryAfterMs = circuit.kind === "closed" ? 0 : Math.max(0, circuit.until - now);
  return new OutgoingError("left-alone", "The service failed too often and is left alone", { retryAfterMs });
}

/** Rejects after `timeoutMs` whatever `work` does; the signal aborts it. */
async function inTime<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  timeoutMs: number,
): Promise<Value> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new OutgoingError("timeout", `No answer within ${timeoutMs} ms`);
      reject(error);
      controller.abort(error);
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
