/** /compare?products=101,102: up to four products. The address holds the comparison; the cookie only collects. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { ComparePage } from "#app/components/compare/compare-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readComparedIds } from "#app/http/session/compare-cookie.server.ts";
import { listCompared } from "#app/models/catalogue/compare.server.ts";
import { comparedText, compareRows, readCompared } from "#app/models/catalogue/compare.ts";
import { refused } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

import { answerCompare, compareFormSchema } from "./compare.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const own = await readComparedIds(request);
  if (!query.has("products") && own.length > 0)
    throw seeOther(paths.compare({ products: comparedText(own) }));
  const ids = readCompared(query.get("products"));
  const [added = null] = readCompared(query.get("add"));
  const { products, candidate } = await listFound(ids, added);
  const onlyDifferences = query.get("only") === "differences";
  const rows = compareRows(products);
  return json({
    meta: await privateMeta("Compare", paths.compare()),
    page: {
      products: products.map(({ card }) => card),
      rows,
      onlyDifferences,
      candidate: candidate && { id: candidate.card.id, name: candidate.card.name },
    },
  });
}

async function listFound(ids: ReadonlyArray<number>, added: number | null) {
  const now = new Date();
  const [products, candidates] = await Promise.all([
    listCompared(ids, now),
    added === null || ids.includes(added) ? [] : listCompared([added], now),
  ]);
  return { products, candidate: candidates[0] ?? null };
}

export { cookieCheckedAction as clientAction } from "#app/hooks/cookie-check.ts";

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, compareFormSchema);
  if (!form.ok) return refusal(refused("unknown-action"));
  return answerCompare(request, form.value);
}

export default function CompareRoute() {
  const { page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Readonly<{ ok: boolean; message: string }> | undefined;
  return <ComparePage {...page} problem={answer && !answer.ok ? answer.message : null} />;
}
