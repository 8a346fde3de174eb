/**
 * remix-serve replaces Node's fetch classes by those of `@remix-run/node` (installGlobals), which lack some methods that
 * TypeScript knows. Tests run with the same classes (tests/support/shops/setup.ts), and no code asks for what they lack.
 */
import { spawnSync } from "node:child_process";

import { installGlobals } from "@remix-run/node";
import { expect, test } from "vitest";

import { textsOfProject } from "#tests/support/checks/references.ts";

const classes = () => ({ Headers, Request, Response, FormData });
const INSTALLED = classes();

type Names = Readonly<Record<keyof typeof INSTALLED, ReadonlyArray<string>>>;

/** Methods and properties of each class, as "getSetCookie", and of the class itself, as "Response.json". */
const NAMES_OF = `(all) => Object.fromEntries(Object.entries(all).map(([name, each]) => [name, [
  ...Object.getOwnPropertyNames(each.prototype),
  ...Object.getOwnPropertyNames(each).filter((own) => typeof each[own] === "function").map((own) => name + "." + own),
]]))`;

function namesOfNode(): Names {
  const script = `JSON.stringify((${NAMES_OF})({ Headers, Request, Response, FormData }))`;
  return JSON.parse(spawnSync(process.execPath, ["-p", script], { encoding: "utf8" }).stdout) as Names;
}

/** What Node's class has and the installed one, with all that it inherits, has not. */
function lacking(): ReadonlyArray<string> {
  return Object.entries(namesOfNode()).flatMap(([name, members]) => {
    const installed = INSTALLED[name as keyof typeof INSTALLED];
    return members.filter((member) => {
      const own = member.replace(/^\w+\./, "");
      return member === own ? !(own in installed.prototype) : !(own in installed);
    });
  });
}

test("the tests run with the classes that the server installs", () => {
  installGlobals();

  expect(classes()).toEqual(INSTALLED);
  expect(lacking()).toContain("getSetCookie");
});

test("no code of the server asks a request or an answer for what these classes lack", () => {
  const missing = lacking().map((name) => (name.includes(".") ? `${name}(` : `.${name}(`));
  const server = textsOfProject().filter(({ file }) =>
    /^app\/(?:routes|http)\/|^app\/entry\.server/.test(file),
  );

  expect(server.length).toBeGreaterThan(100);
  expect(
    server.flatMap(({ file, text }) =>
      missing.filter((call) => text.includes(call)).map((call) => [file, call]),
    ),
  ).toEqual([]);
});
