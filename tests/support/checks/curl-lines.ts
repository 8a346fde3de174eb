/** Reads the curl lines of a Markdown page: what each sends, and what the comment above it says that it answers. */

type Request = Readonly<{
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}>;

export type CurlLine = Readonly<{
  status: number;
  /** Variables that later lines use, and where in the answer their values are. */
  keeps: ReadonlyArray<readonly [name: string, place: string]>;
  request: (known: Readonly<Record<string, string>>) => Request;
}>;

/** Every curl line in the page's `sh` blocks. Throws for one without a comment that says what it answers. */
export function curlLines(markdown: string): ReadonlyArray<CurlLine> {
  const blocks = [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  return blocks.flatMap((block) =>
    block
      .replaceAll("\\\n", " ")
      .split(/\n\n/)
      .map((pair) => readPair(pair.trim().split("\n"))),
  );
}

function readPair([comment = "", command = "", ...more]: ReadonlyArray<string>): CurlLine {
  const status = Number(/^# answers (\d{3})/.exec(comment)?.[1]);
  if (!status || !command.startsWith("curl ") || more.length > 0) throw new Error(`Not one call: ${comment}`);
  const keeps = [...comment.matchAll(/\b([A-Z]+) is ([\w.]+)/g)].map(
    ([, name = "", place = ""]) => [name, place] as const,
  );
  return { status, keeps, request: (known) => readCommand(words(command, known).slice(1)) };
}

/** The words of a shell command: '…' as it is, "…" and bare words with variables filled in. */
function words(command: string, known: Readonly<Record<string, string>>): ReadonlyArray<string> {
  const filled = (text: string) =>
    text.replaceAll(/\$([A-Z]+)/g, (_, name: string) => {
      const value = known[name];
      if (value === undefined) throw new Error(`Nothing said what $${name} is`);
      return value;
    });
  const found = command.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g);
  return [...found].map(
    ([, single, double, bare]) =>
      single ?? (double === undefined ? filled(bare ?? "") : filled(double).replaceAll('\\"', '"')),
  );
}

function readCommand(given: ReadonlyArray<string>): Request {
  const headers: Record<string, string> = {};
  let [method, path, body] = ["", "", null as string | null];
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index] ?? "";
    if (!word.startsWith("-")) {
      path = word;
      continue;
    }
    const value = given[(index += 1)] ?? "";
    if (word === "-X") method = value;
    else if (word === "-d") body = value;
    else if (word === "-H")
      headers[value.slice(0, value.indexOf(":")).toLowerCase()] = value.slice(value.indexOf(":") + 1).trim();
    else throw new Error(`Unknown option ${word}`);
  }
  return { method: method || (body === null ? "GET" : "POST"), path, headers, body };
}
