import { useEffect } from "react";

import { AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { clearSavedForm } from "#app/hooks/use-form-autosave.ts";
import { useStore } from "#app/hooks/use-root-data.ts";
import { paths } from "#app/paths.ts";

import { CONTACT_DRAFT } from "./contact-draft.ts";

export type ContactSentPageProps = Readonly<{ title: string; answeredWithin: string }>;

export function ContactSentPage({ title, answeredWithin }: ContactSentPageProps) {
  const { contact } = useStore();
  useEffect(() => clearSavedForm(CONTACT_DRAFT), []);
  return (
    <AuthFrame title={title}>
      <div className="stack">
        <p className="lead">We have your message and will reply by email within {answeredWithin}.</p>
        <p>
          Urgent, or about safety? Call us on{" "}
          <a className="link" href={`tel:${contact.phoneE164}`}>
            {contact.phone}
          </a>
          {contact.hours ? `, ${contact.hours}` : ""}.
        </p>
        <p>
          <ButtonLink to={paths.categories()}>Continue shopping</ButtonLink>
        </p>
      </div>
    </AuthFrame>
  );
}
