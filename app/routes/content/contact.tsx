import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { ContactPage } from "#app/components/contact/contact-page.tsx";
import { framedPreview } from "#app/components/content/page-preview.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { cachedOrLoaded, useCachedData } from "#app/hooks/cached-data.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { findVisitor, refuseFormOfOther } from "#app/http/request/require-customer.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { shopMeta } from "#app/http/response/shop-meta.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { contactSchema } from "#app/models/content/contact-form.ts";
import { takeContactMessage } from "#app/models/content/contact.server.ts";
import { workingDaysText } from "#app/models/content/contact.ts";
import { findInformation } from "#app/models/content/content.server.ts";
import { CONTACT_SLUG, type InformationPage, sectionsOf } from "#app/models/content/content.ts";
import { sellerLines } from "#app/models/email/legal-disclosures.ts";
import { openingHoursLines } from "#app/models/store/opening-hours.ts";
import { closureLines } from "#app/models/shipping/closure-notice.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { NAME_MAX } from "#app/models/shared/text.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";

import { findInformationPreview, pagePreviewMark, refuseFormInPreview } from "./page-preview.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const preview = await findInformationPreview(request);
  const [page, store, { calendar }, visitor] = await Promise.all([
    shownText(preview),
    findStore(),
    findDeliveryRules(),
    findVisitor(request),
  ]);
  const { phone, phoneE164, email, openingHours, replyWithinWorkingDays } = store.contact;
  const about = new URL(request.url).searchParams.get("about")?.slice(0, NAME_MAX);
  return json({
    ...pagePreviewMark(preview),
    title: page.title,
    text: sectionsOf(page.html),
    message: about ? `I am looking for something like ${about}: ` : "",
    answeredWithin: workingDaysText(replyWithinWorkingDays),
    ways: {
      phone,
      phoneE164,
      email,
      hours: [...openingHoursLines(openingHours), ...closureLines(calendar, new Date())],
      address: sellerLines(store.company),
    },
    owner: visitor?.id ?? "",
    writer: visitor && { name: `${visitor.firstName} ${visitor.lastName}`.trim(), email: visitor.email },
    meta: await shopMeta({
      title: page.pageTitle,
      description: page.metaDescription,
      canonicalPath: paths.contact(),
    }),
  });
}

type ShownText = Pick<InformationPage, "title" | "html" | "pageTitle"> &
  Readonly<{ metaDescription: string | null }>;

/** The form stays when the content server has no text for it. */
async function shownText(preview: InformationPage | null): Promise<ShownText> {
  return preview ?? (await findInformation(CONTACT_SLUG)) ?? NO_TEXT;
}

const NO_TEXT: ShownText = {
  title: "Contact us",
  html: "",
  pageTitle: "Contact us",
  metaDescription: null,
};

type PageData = ReturnType<typeof useLoaderData<typeof loader>>;

/** A page with the customer's name is loaded again, because they may have logged out. */
const isForGuest = ({ writer }: PageData) => writer === null;

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<PageData> {
  return cachedOrLoaded(request, () => serverLoader<typeof loader>(), isForGuest);
}

export async function action({ request }: ActionFunctionArgs) {
  await refuseFormInPreview(request);
  const visitor = await findVisitor(request);
  const form = await readForm(request, contactSchema, { honeypot: true });
  await refuseFormOfOther(request, form, { customer: visitor, path: paths.contact(), isOpen: true });
  if (!form.ok) return invalid(form);
  const allowed = await limit("contact", clientAddress(request));
  if (!allowed.ok) return refusedForm(allowed, { values: form.value });
  const { contact } = await findStore();
  const message = { message: form.value, visitor, keepsWords: contact.keepsMessages };
  await takeContactMessage(message, new Date());
  throw seeOther(paths.contactSent());
}

export default function Contact() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  useCachedData(data, isForGuest);
  const crumbs = [
    { name: "Help and information", path: paths.informationIndex() },
    { name: data.title, path: null },
  ];
  return framedPreview(
    <div className="wrap">
      <Breadcrumbs crumbs={crumbs} />
      <ContactPage {...data} answer={answer} />
    </div>,
    data.isPreview,
  );
}
