import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { DetailsPage } from "#app/components/customer/details-page.tsx";
import script from "#app/components/passkey/passkey-element.js?url";
import { passkeySite } from "#app/http/request/passkey-site.server.ts";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { listOwnPasskeys } from "#app/models/customer/passkeys.server.ts";
import { dropDraft, findDraft } from "#app/models/customer/saved-form.server.ts";
import { listSessions } from "#app/models/customer/session.server.ts";
import type { CustomerSession } from "#app/models/customer/session.ts";
import { browserName } from "#app/models/customer/user-agent.ts";
import { type Passkey, PASSKEY_NAME_MAX } from "#app/models/passkey/passkey.ts";
import { listUnfinished } from "#app/models/privacy/unfinished.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";
import { paths } from "#app/paths.ts";

import { answerDetails } from "./details.server.ts";
import { exportErrors } from "./export-answers.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { customer, session } = await passGuard("login-session", request);
  const [store, draft, passkeys, unfinished] = await Promise.all([
    findStore(),
    findDraft(formOf(customer), new Date()),
    listOwnPasskeys(customer.id),
    listUnfinished(customer.id),
  ]);
  const { searchParams } = new URL(request.url);
  const { email, firstName, lastName, isVerified, wantsNewsletter } = customer;
  const refusedExport = exportErrors(searchParams.get("export"));
  const hasErrors = Object.keys(refusedExport).length > 0;
  return json({
    owner: customer.id,
    customer: { email, firstName, lastName, isVerified, wantsNewsletter },
    sessions: await shownSessions(customer, session, store),
    passkeys: passkeys.map((each) => shownPasskey(each, store)),
    unfinished,
    passkeyShown: searchParams.get("passkey"),
    passkeyOffer: passkeySite("shop") && {
      script,
      device: browserName(request.headers.get("User-Agent") ?? ""),
      nameMax: PASSKEY_NAME_MAX,
    },
    draft,
    done: DONE.get(searchParams.get("done") ?? "") ?? null,
    exportErrors: refusedExport,
    meta: await privateMeta("Your details", paths.accountDetails(), hasErrors),
  });
}

function shownPasskey({ id, name, createdAt, usedAt }: Passkey, store: Store) {
  const used = usedAt ? `Last used ${dateTimeText(usedAt, store)}` : "Not used yet";
  return { id, name, times: `${used}. Added ${dateTimeText(createdAt, store)}` };
}

async function shownSessions(customer: Customer, own: CustomerSession, store: Store) {
  const all = await listSessions(customer.id, new Date());
  return all.map(({ id, userAgent, lastSeenAt }) => ({
    id,
    browser: browserName(userAgent),
    lastSeenText: dateTimeText(lastSeenAt, store),
    isCurrent: own.id === id,
  }));
}

const DONE: ReadonlyMap<string, string> = new Map([
  ["rename", "Your name has been saved."],
  ["resend", "We have sent a new link. You can use it within 24 hours."],
  ["change-email", "We have sent a link to your new address. Nothing changes until you use it."],
  ["change-password", "Your password has been changed. You have been logged out on all other devices."],
  ["newsletter", "Your preferences have been saved."],
  ["end-session", "You have logged that browser out."],
  ["add-passkey", "Your passkey has been added. You can log in with it from now on."],
  ["rename-passkey", "The name of your passkey has been saved."],
  [
    "remove-passkey",
    "The passkey has been removed. Delete it on your device or in your password manager too.",
  ],
  ["end-others", "You have logged out everywhere else."],
]);

export async function action({ request }: ActionFunctionArgs) {
  const visit = await passGuard("login-session", request);
  await dropDraft(formOf(visit.customer));
  return answerDetails(request, visit, new Date());
}

function formOf({ id: customerId }: Customer) {
  return { customerId, path: paths.accountDetails() };
}

export default function AccountDetails() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <DetailsPage
      {...page}
      done={answer ? null : page.done}
      problem={answer?.problem ?? null}
      errors={answer?.errors ?? page.exportErrors}
      values={answer?.values ?? page.draft ?? {}}
      isDraft={!answer && page.draft !== null}
    />
  );
}
