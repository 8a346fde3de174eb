/** What a browser went through, told with the error of a test that fails: its page is gone by then. */
import type { Frame, Page, Response } from "playwright";
import { onTestFailed, onTestFinished, TestRunner } from "vitest";

/** The last of so many lines are told. */
const LINES_PRINTED = 6;
const FIRST_REFUSAL = 400;

/** From now on, for the test that is under way; nothing outside a test, where no error is kept. */
export function reportFailures(page: Page): void {
  if (TestRunner.getCurrentTest() === undefined) return;
  const story: Array<string> = [];
  const startedAt = performance.now();
  const notify = (line: string) => story.push(`${Math.round(performance.now() - startedAt)} ms: ${line}`);
  const onNavigated = (frame: Frame) => notify(`at ${frame.url()}`);
  const onError = (error: Error) => notify(`script error: ${error.message}`);
  const onResponse = (answer: Response) => {
    const method = answer.request().method();
    if (method !== "GET" || answer.status() >= FIRST_REFUSAL)
      notify(`${answer.status()} to ${method} ${answer.url()}`);
  };
  page.on("framenavigated", onNavigated).on("pageerror", onError).on("response", onResponse);
  // The next test may go on with the page.
  onTestFinished(() => {
    page.off("framenavigated", onNavigated).off("pageerror", onError).off("response", onResponse);
  });
  onTestFailed(({ task }) => {
    const reported = `In the browser: ${story.slice(-LINES_PRINTED).join("; ")}`;
    for (const error of task.result?.errors ?? []) {
      if (!error.stack?.startsWith("In the browser"))
        error.stack = `${reported}\n${error.stack ?? error.message}`;
    }
  });
}
