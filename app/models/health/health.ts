/** Whether all is well with the shop, line by line: what `doctor` and the desk say. */

/** ok: healthy. warn: somebody should look. fail: something is broken. */
export type Verdict = "ok" | "warn" | "fail";

export type HealthLine = Readonly<{
  /** What was looked at, such as "disk". */
  what: string;
  verdict: Verdict;
  words: string;
  /** The command that tells more or puts it right, such as "npm run shop -- content check". */
  remedy?: string;
}>;

/** What of the settings is looked at: no secret, no key, no address with a password. */
export type HealthSettings = Readonly<{
  origin: string;
  isHttps: boolean;
  /** False: payments go to the test provider. */
  takesPayments: boolean;
  /** False: emails are written to files. */
  sendsEmails: boolean;
  dataDir: string;
  /** Outside services that must answer: what for, and where. */
  services: ReadonlyArray<Readonly<{ what: string; host: string; port: number }>>;
  /** Who counts visits. Null for `server`: nothing is sent anywhere. */
  analytics: Readonly<{ provider: string; server: Readonly<{ host: string; port: number }> | null }>;
}>;

const NODE_MIN = [20, 19] as const;
/** Last line of Node that the tests have passed on (docs/updating.md). */
const NODE_TRIED = 24;
/** Last line of Node that has no security releases any more. */
const NODE_ENDED = 20;

/** Whether the shop may run on this version of Node, such as "22.23.2". */
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

/** Settings that are valid, but not right for a public shop. */
export function settingsLine({ origin, isHttps, takesPayments, sendsEmails }: HealthSettings): HealthLine {
  const doubts = [
    ...(isHttps ? [] : ["ALLOWED_ORIGINS is not https"]),
    ...(takesPayments ? [] : ["payments are a test: no money moves"]),
    ...(sendsEmails ? [] : ["emails are written to files"]),
  ];
  const what = "settings";
  // A shop on this machine is meant to be so.
  if (!isHttps) return { what, verdict: "ok", words: `suitable for testing only: ${doubts.join(", ")}` };
  return { what, verdict: doubts.length === 0 ? "ok" : "warn", words: [origin, ...doubts].join(", ") };
}
