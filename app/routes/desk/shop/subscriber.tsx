import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import { SubscriberPage } from "#app/components/desk/shop/newsletter-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findSubscriberAtDesk, unsubscribeAtDesk } from "#app/models/desk/newsletter-steps.server.ts";
import { topicsText } from "#app/models/newsletter/subscription.ts";
import { refused } from "#app/models/shared/result.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { placeNamed } from "./subscription.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-newsletter");
  const [found, store] = await Promise.all([
    findSubscriberAtDesk(params["subscriptionId"] ?? "", staff.role),
    findStore(),
  ]);
  if (!found) throw deskRefusal(refused("NOT_FOUND"));
  const { email, topics, source, wording, consentAt, confirmedAt } = found;
  return json({
    ...{ email, wording, topics: topicsText(topics), place: placeNamed(source) },
    agreed: dateTimeText(consentAt, store),
    confirmed: confirmedAt === null ? null : dateTimeText(confirmedAt, store),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "help-customers");
  const done = await unsubscribeAtDesk(params["subscriptionId"] ?? "", actor);
  if (!done.ok) throw deskRefusal(done);
  throw seeOther(deskPaths.newsletter({ done: "unsubscribed" }));
}

export const meta: MetaFunction = () => deskMeta("Subscriber");

export default function DeskSubscriber() {
  return <SubscriberPage {...useLoaderData<typeof loader>()} />;
}
