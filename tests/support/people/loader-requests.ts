import type { LoaderFunctionArgs } from "@remix-run/node";

/** What Remix gives a loader for a page at `path`. */
export function requested(
  path: string,
  params: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): LoaderFunctionArgs {
  const request = new Request(new URL(path, "http://localhost:3000"), { headers });
  return { request, params: { ...params }, context: {} };
}

/** The answer of a loader or an action, also where it is thrown. */
export async function answerOf<Answer extends Response>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (answer) {
    if (answer instanceof Response) return answer as Answer;
    throw answer;
  }
}
