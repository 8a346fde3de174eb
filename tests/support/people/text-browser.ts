/** A person at a terminal with Lynx (lynx.invisible-island.net): types keys, and reads the screen that tmux keeps. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What the journeys need, as Debian calls its packages. */
const PROGRAMS = ["lynx", "tmux"];
/** A page of the shop is read whole, without paging. */
const COLUMNS = 200;
const LINES = 900;
/** The longest that a page may take to come on a busy machine, and how often the screen is looked at, in milliseconds. */
const ARRIVAL_MS = 60_000;
const LOOK_MS = 100;

/** Every link and field has a number; keys reach a text field only once it was chosen. Nobody is asked about cookies. */
const SETTINGS = [
  "DEFAULT_KEYPAD_MODE:LINKS_AND_FORM_FIELDS_ARE_NUMBERED",
  "TEXTFIELDS_NEED_ACTIVATION:TRUE",
  "CHARACTER_SET:utf-8",
  "NUMBER_FIELDS_ON_LEFT:TRUE",
];

/** The programs that are missing here, or none. */
export async function missingPrograms(): Promise<ReadonlyArray<string>> {
  const found = await Promise.all(
    PROGRAMS.map((program) =>
      run("which", [program]).then(
        () => true,
        () => false,
      ),
    ),
  );
  return PROGRAMS.filter((_, place) => !found[place]);
}

export type TextBrowserOptions = Readonly<{
  /** False: pages are not told where a form was sent from. */
  sendsReferer?: boolean;
  acceptsCookies?: boolean;
}>;

export class TextBrowser {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** A new browser that asks for `address`. */
  static async open(
    address: string,
    { sendsReferer = true, acceptsCookies = true }: TextBrowserOptions = {},
  ): Promise<TextBrowser> {
    const folder = mkdtempSync(join(tmpdir(), "text-browser-"));
    const cookies = `ACCEPT_ALL_COOKIES:${acceptsCookies ? "TRUE" : "FALSE"}\nSET_COOKIES:${acceptsCookies ? "TRUE" : "FALSE"}`;
    writeFileSync(join(folder, "lynx.cfg"), [...SETTINGS, cookies, ""].join("\n"));
    const browser = new TextBrowser(folder);
    const size = ["-x", String(COLUMNS), "-y", String(LINES)];
    const lynx = ["lynx", `-cfg=${folder}/lynx.cfg`, "-nopause", "-cookie_file=/dev/null"];
    const options = sendsReferer ? [] : ["-noreferer"];
    const environment = ["env", `HOME=${folder}`, "LANG=C.UTF-8", "LC_ALL=C.UTF-8"];
    const command = [...environment, ...lynx, ...options, address];
    await browser.#tmux("-f", "/dev/null", "new-session", "-d", "-s", "lynx", ...size, ...command);
    return browser;
  }

  async close(): Promise<void> {
    await this.#tmux("kill-server");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * Waits until the screen says all of `texts` and is drawn to its end, and answers with the screen. Lynx draws a page in
   * parts: whoever looks in between sees some of its lines only, so a test names here what it expects to read.
   */
  async reads(...texts: ReadonlyArray<string | RegExp>): Promise<string> {
    const endsAt = Date.now() + ARRIVAL_MS;
    for (let before: string | undefined; ;) {
      const screen = await this.#screen();
      const unread = texts.filter((text) => !says(screen, text));
      if (unread.length === 0 && screen === before) return screen;
      if (Date.now() > endsAt)
        throw new Error(`The screen never said ${unread.map(String).join(", ")}:\n${shortened(screen)}`);
      before = screen;
      await pause(LOOK_MS);
    }
  }

  /** Asks for `address`, as one that was typed. */
  async goTo(address: string): Promise<void> {
    await this.#type("g");
    await this.reads("URL to open:");
    await this.#keys("C-u");
    await this.#type(address);
    await this.#keys("Enter");
  }

  /** Follows the first link that says `name`. */
  async follow(name: string): Promise<void> {
    await this.#go(new RegExp(`\\[(\\d+)\\]${escaped(name)}`), name);
  }

  /** Presses the first button that says `name`. */
  async press(name: string | RegExp): Promise<void> {
    const label = typeof name === "string" ? escaped(name) : name.source;
    await this.#go(new RegExp(`\\(\\[(\\d+)\\][^)]*\\) ${label}`), String(name));
    await this.reads("(Form submit button)");
    await this.#keys("Enter");
  }

  /** Types `value` into the first text field in the line that begins with `label`. */
  async fill(label: string, value: string): Promise<void> {
    await this.#go(new RegExp(`^\\s*${escaped(label)}\\b.*?\\[(\\d+)\\]_`, "m"), label);
    await this.reads("Inactive");
    await this.#keys("Enter");
    await this.reads("into the field by typing");
    await this.#type(value);
    await this.#keys("Tab");
    await this.reads(/^(?![\s\S]*into the field by typing)/);
  }

  /** Moves to what has the number that `pattern` finds, and follows it if it is a link. */
  async #go(pattern: RegExp, name: string): Promise<void> {
    const screen = await this.reads(pattern);
    const number = pattern.exec(screen)?.[1];
    if (number === undefined) throw new Error(`There is no ${name}`);
    await this.#type(number);
    await this.reads(`number: ${number}`);
    await this.#keys("Enter");
  }

  async #screen(): Promise<string> {
    return (await this.#tmux("capture-pane", "-p", "-t", "lynx")).trimEnd();
  }

  async #type(text: string): Promise<void> {
    await this.#tmux("send-keys", "-t", "lynx", "-l", text);
  }

  async #keys(...names: ReadonlyArray<string>): Promise<void> {
    await this.#tmux("send-keys", "-t", "lynx", ...names);
  }

  async #tmux(...words: ReadonlyArray<string>): Promise<string> {
    return (await run("tmux", ["-S", join(this.#folder, "tmux"), ...words])).stdout;
  }
}

function says(screen: string, text: string | RegExp): boolean {
  return typeof text === "string" ? screen.includes(text) : text.test(screen);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function shortened(screen: string): string {
  return screen.replace(/\n\s*\n/g, "\n");
}
