import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { idealPostcodes } from "#app/services/address-lookup/address-lookup-ideal-postcodes.server.ts";
import { addressLookup } from "#app/services/address-lookup/address-lookup.server.ts";
import {
  FOUND_POSTCODE,
  IDEAL_KEY,
  type IdealServer,
  startIdealPostcodes,
} from "#tests/support/vendors/ideal-postcodes.ts";

let server: IdealServer;

beforeAll(async () => {
  server = await startIdealPostcodes();
});

beforeEach(() => {
  server.be("ok");
  server.requested.length = 0;
});

afterAll(() => server.stop());

const connect = (settings = {}) => idealPostcodes({ origin: server.origin, key: IDEAL_KEY }, settings);

test("no service is called unless a setting names one", async () => {
  expect(addressLookup().name).toBe("none");
  expect(await addressLookup().find(FOUND_POSTCODE)).toBeNull();
});

test("a postcode's addresses come with lines joined and the town written as the post writes it", async () => {
  expect(await connect().find(FOUND_POSTCODE)).toEqual([
    { line1: "3 Orchard Way", line2: "", town: "Bishop's Castle-on-Teme" },
    { line1: "Flat 2", line2: "5 Orchard Way, Old Street", town: "Bishop's Castle-on-Teme" },
  ]);
});

test("the service gets the postcode alone, and the same one once", async () => {
  const port = connect();
  await port.find(FOUND_POSTCODE);
  await port.find(FOUND_POSTCODE);

  expect(server.requested).toEqual(["/v1/postcodes/SY8%201AA"]);
});

test("an unknown postcode has no addresses, and is no failure of the service", async () => {
  const port = connect();
  for (const end of ["A", "B", "D", "E", "F"]) expect(await port.find(`GL5 1Q${end}`)).toEqual([]);

  expect(server.requested).toHaveLength(5);
});

test.each(["error", "html", "hang", "spent", "limited", "other", "broken"] as const)(
  "nobody can say while the service answers with: %s",
  async (fault) => {
    server.be(fault);
    const failures: Array<unknown> = [];
    const port = connect({ timeoutMs: 200, onFailure: (error: unknown) => failures.push(error) });

    expect(await port.find(FOUND_POSTCODE)).toBeNull();
    expect(failures).toHaveLength(1);
  },
);

test("a wrong key is a failure, and is not in the message", async () => {
  const messages: Array<string> = [];
  const port = idealPostcodes(
    { origin: server.origin, key: "ak_wrong" },
    { onFailure: (error) => messages.push(String(error)) },
  );

  expect(await port.find(FOUND_POSTCODE)).toBeNull();
  expect(messages).toEqual([expect.stringContaining("401, code 4010")]);
  expect(messages.join()).not.toContain("ak_wrong");
});

test("a service that fails three times in a row is not called for a while, and then again", async () => {
  let now = 0;
  server.be("error");
  const port = connect({ now: () => now });
  for (let count = 0; count < 5; count += 1) await port.find(FOUND_POSTCODE);
  expect(server.requested).toHaveLength(3);

  server.be("ok");
  now = 60_001;

  expect(await port.find(FOUND_POSTCODE)).toHaveLength(2);
});

test("an unreachable service is no answer", async () => {
  const gone = await startIdealPostcodes();
  await gone.stop();

  expect(await idealPostcodes({ origin: gone.origin, key: IDEAL_KEY }).find(FOUND_POSTCODE)).toBeNull();
});
