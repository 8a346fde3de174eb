/** /list/{code}/alert/{giftId}: emails a giver when a gift that others have reserved is free again. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage } from "#app/components/auth/auth-link-page.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { EmailField } from "#app/components/form/text-field.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { readGiftDeviceHash } from "#app/http/session/gift-device-cookie.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { requestGiftAlert } from "#app/models/gift-list/alert.server.ts";
import { claimFormSchema } from "#app/models/gift-list/claim-form.ts";
import { viewAsGiver } from "#app/models/gift-list/giver-view.server.ts";
import { HONEYPOT_FIELD } from "#app/models/shared/honeypot.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";
import { noted } from "#app/routes/auth/email-link.server.ts";

import { requireOpenList, untilDay } from "./giver.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

/** Throws a redirect to what can be given at once. */
async function requireTakenGift(request: Request, params: LoaderFunctionArgs["params"], now: Date) {
  const { list, code } = await requireOpenList(request, params["code"], now);
  const viewed = await viewAsGiver(list, await readGiftDeviceHash(request), now);
  const gift = viewed.find(({ id }) => id === params["giftId"]);
  if (!gift || gift.sale === "discontinued") throw notFound(request);
  if (gift.left > 0) throw seeOther(giftListPaths.giveGift(code, gift.id));
  return { list, code, gift };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const now = new Date();
  const { list, code, gift } = await requireTakenGift(request, params, now);
  const { availability } = gift;
  const visitor = await findVisitor(request);
  return json({
    list: { code, name: list.name },
    gift: { id: gift.id, name: gift.name },
    until: availability.kind === "reserved" ? await untilDay(availability.until, now) : null,
    email: visitor?.email ?? "",
    meta: await privateMeta("Ask to be told"),
  });
}

const formSchema = claimFormSchema.pick({ email: true });

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const { list, code, gift } = await requireTakenGift(request, params, now);
  const form = await readForm(request, formSchema, { honeypot: true });
  if (!form.ok) return invalid(form);
  const { email } = form.value;
  const allowed = await limit("gift-claim", clientAddress(request));
  if (!allowed.ok) return refusedForm(allowed, { values: { email } });
  const visitor = await findVisitor(request);
  const isEmailConfirmed = visitor?.isVerified === true && emailKey(visitor.email) === emailKey(email);
  await requestGiftAlert({ listId: list.id, giftId: gift.id, email, isEmailConfirmed }, now);
  throw await noted(request, {
    to: giftListPaths.giftList(code),
    say: isEmailConfirmed
      ? `We’ll email you if ${gift.name} is free again.`
      : `Open the email we sent to ${email}, and we’ll tell you if ${gift.name} is free again.`,
  });
}

export default function AskForAlert() {
  const { list, gift, until, email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  const { value, ...field } = fieldOf(answer, "email");
  return (
    <AuthConfirmPage
      title="Ask to be told"
      lead={
        until === null
          ? `${gift.name}, for ${list.name}, is taken. We’ll email you if it is free again.`
          : `${gift.name}, for ${list.name}, is reserved until ${until}. We’ll email you if it is free again.`
      }
      action={giftListPaths.giftAlert(list.code, gift.id)}
      button={{ label: "Email me if it is free", pendingLabel: "Saving" }}
      answer={answer}
    >
      <HoneypotField name={HONEYPOT_FIELD} />
      <EmailField
        {...field}
        value={value ?? email}
        hint="We email one giver at a time, and the next one 12 hours later. The family do not see your address"
      />
      <p>
        <Link className="link" to={giftListPaths.giftList(list.code)}>
          Back to the list
        </Link>
      </p>
    </AuthConfirmPage>
  );
}
