/** warn: somebody should look; fail: something is broken. */
export type Verdict = "ok" | "warn" | "fail";

export type HealthLine = Readonly<{
  what: string;
  verdict: Verdict;
  words: string;
  remedy?: string;
}>;

/** No secret, no key, no address with a password. */
export type HealthSettings = Readonly<{
  origin: string;
  isHttps: boolean;
  takesPayments: boolean;
  sendsEmails: boolean;
  dataDir: string;
  /** `probe` reads something real and cheap with the shop's key, and rejects when that is refused; null: there is no key. */
  services: ReadonlyArray<ServiceDoor & Readonly<{ what: string }>>;
  /** `server` null: nothing is sent anywhere. */
  analytics: Readonly<{ provider: string; server: ServiceDoor | null }>;
}>;

type ServiceDoor = Readonly<{ host: string; port: number; probe: (() => Promise<unknown>) | null }>;

const NODE_MIN = [20, 19] as const;
/** The last that the tests have passed on (docs/updating.md). */
const NODE_TRIED = 24;
/** The last that has no security releases any more. */
const NODE_ENDED = 20;

export function nodeVerdict(version: string): Readonly<{ verdict: Verdict; doubt: string }> {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1]))
    return { verdict: "fail", doubt: `: ${NODE_MIN.join(".")} or newer is needed` };
  if (major > NODE_TRIED)
    return { verdict: "warn", doubt: `: the shop has not been tried on it; use Node ${NODE_TRIED}` };
  if (major <= NODE_ENDED)
    return { verdict: "ok", doubt: ` (without security releases; Node ${NODE_TRIED} has them)` };
  return { verdict: "ok", doubt: "" };
}

export function settingsLine({ origin, isHttps, takesPayments, sendsEmails }: HealthSettings): HealthLine {
  const doubts = [
    ...(isHttps ? [] : ["ALLOWED_ORIGINS is not https"]),
    ...(takesPayments ? [] : ["payments are a test: no money moves"]),
    ...(sendsEmails ? [] : ["emails are written to files"]),
  ];
  const what = "settings";
  if (!isHttps) return { what, verdict: "ok", words: `suitable for testing only: ${doubts.join(", ")}` };
  return { what, verdict: doubts.length === 0 ? "ok" : "warn", words: [origin, ...doubts].join(", ") };
}
