import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { PreferencesPage } from "#app/components/newsletter/preferences-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import {
  chooseTopics,
  findSubscription,
  leaveNewsletter,
  type Subscriber,
} from "#app/models/newsletter/subscription.server.ts";
import { type NewsletterTopic, topicsAmong } from "#app/models/newsletter/subscription.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";
import { DEAD_LINK } from "#app/routes/auth/email-link.server.ts";

import {
  leftAnswer,
  markReminded,
  NO_TOPIC,
  subscriberOf,
  tickedIn,
  topicShape,
} from "./newsletter.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await subscriberOf(request);
  const shown = subscriber && (await findSubscription(subscriber));
  const isOn = shown?.state === "subscribed";
  const { searchParams } = new URL(request.url);
  return json({
    topics: isOn ? shown.topics : null,
    address: isOn ? shown.address : null,
    /** What somebody requested for the address, ticked until it is saved. */
    further: topicsAmong(searchParams.getAll("add")),
    isSaved: searchParams.has("saved"),
    meta: await privateMeta("Your newsletter topics", paths.newsletterPreferences()),
  });
}

const formSchema = z
  .object({ intent: z.enum(["save", "leave"]), ...topicShape })
  .superRefine((form, context) => {
    if (form.intent === "save" && tickedIn(form).length === 0) context.addIssue(NO_TOPIC);
  });

export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await subscriberOf(request);
  const form = await readForm(request, formSchema);
  if (!form.ok) return invalid(form);
  if (!subscriber) return refusedForm(DEAD_LINK);
  return form.value.intent === "leave" ? leave(subscriber) : save(request, subscriber, tickedIn(form.value));
}

async function leave(subscriber: Subscriber) {
  const done = await leaveNewsletter(subscriber, new Date());
  if (!done.ok) return refusedForm(done);
  throw await leftAnswer();
}

async function save(request: Request, subscriber: Subscriber, topics: ReadonlyArray<NewsletterTopic>) {
  const done = await chooseTopics(subscriber, topics);
  if (!done.ok) return refusedForm(done);
  const answer = seeOther(paths.newsletterPreferences({ saved: 1 }));
  throw await markReminded(request, done.value, { answer, now: new Date() });
}

export default function Preferences() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <PreferencesPage {...page} isSaved={page.isSaved && !answer} answer={answer ?? NO_ANSWER} />;
}
