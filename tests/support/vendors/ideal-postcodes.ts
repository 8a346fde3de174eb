/** A local server that answers as Ideal Postcodes does: it keeps what it was asked, and can fail. */
import { listen } from "#tests/support/shops/listening.ts";

export const IDEAL_KEY = "ak_test_0123456789";
/** The postcode that has addresses. */
export const FOUND_POSTCODE = "SY8 1AA";

/**
 * "ok": as the service; "hang": no answer; "error": 500; "html": a page of something in between; "spent": no look-ups are
 * left; "limited": too many calls; "other": addresses of another postcode; "broken": a result without its fields.
 */
export type IdealFault = "ok" | "hang" | "error" | "html" | "spent" | "limited" | "other" | "broken";

export type IdealServer = Readonly<{
  origin: string;
  /** The paths that were called, without the key. */
  requested: Array<string>;
  /** How it answers from now on. */
  be(fault: IdealFault): void;
  stop(): Promise<void>;
}>;

const ADDRESSES = [
  { line_1: "3 Orchard Way", line_2: "", line_3: "" },
  { line_1: "Flat 2", line_2: "5 Orchard Way", line_3: "Old Street" },
].map((lines) => ({
  ...lines,
  post_town: "BISHOP'S CASTLE-ON-TEME",
  county: "Shropshire",
  postcode: FOUND_POSTCODE,
  postcode_inward: "1AA",
  postcode_outward: "SY8",
  udprn: 90_000_001,
  country: "England",
}));

export async function startIdealPostcodes(): Promise<IdealServer> {
  const requested: Array<string> = [];
  let fault: IdealFault = "ok";
  const { url: origin, close } = await listen((request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    requested.push(url.pathname);
    if (fault === "hang") return;
    const [status, body] = answerTo(url, fault);
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  return {
    origin,
    requested,
    be: (next) => {
      fault = next;
    },
    stop: close,
  };
}

const FAULTS: Readonly<Partial<Record<IdealFault, readonly [status: number, body: unknown]>>> = {
  html: [200, "<html>Log in to this network</html>"],
  error: [500, { code: 5000, message: "Server Error" }],
  limited: [503, ""],
  spent: [402, { code: 4020, message: "Key balance depleted" }],
};

function answerTo(url: URL, fault: IdealFault): readonly [status: number, body: unknown] {
  const failed = FAULTS[fault];
  if (failed) return failed;
  if (url.searchParams.get("api_key") !== IDEAL_KEY) return [401, { code: 4010, message: "Invalid Key" }];
  const postcode = decodeURIComponent(url.pathname.replace("/v1/postcodes/", "")).replace(/\s/g, "");
  if (postcode.toUpperCase() !== FOUND_POSTCODE.replace(" ", ""))
    return [404, { code: 4040, message: "Postcode Not Found", suggestions: [] }];
  const result = ADDRESSES.map((address) => ({
    ...address,
    ...(fault === "other" ? { postcode: "SY8 1AB" } : {}),
    ...(fault === "broken" ? { line_1: null } : {}),
  }));
  return [200, { result, code: 2000, message: "Success", limit: 100, page: 0, total: result.length }];
}
