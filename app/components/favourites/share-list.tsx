import { Form } from "@remix-run/react";

import { OwnerField } from "#app/components/form/owner-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { ArrowLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { paths } from "#app/paths.ts";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

type Share = Readonly<{
  url: string;
  path: string;
  /** "live" follows the list; "copy" is the list at the time of sharing. */
  kind: "live" | "copy";
  /** "19 February 2027", or null without an expiry. */
  until: string | null;
}>;

export type ShareListProps = Readonly<{
  share: Share | null;
  isCustomer: boolean;
  isEmpty?: boolean;
}>;

export function ShareList({ share, isCustomer, isEmpty = false }: ShareListProps) {
  return (
    <TitledSection
      className="panel column above-6 measure"
      id="share"
      look="d-sm"
      title={share ? "You are sharing your favourites" : "Share your favourites"}
    >
      {share ? (
        <SharedLink share={share} canRefresh={!isCustomer && !isEmpty} />
      ) : (
        <>
          <p className="muted">{isCustomer ? CUSTOMER_TEXT : GUEST_TEXT}</p>
          <Form method="post" action={paths.favourites()} preventScrollReset>
            <OwnerField />
            <SubmitButton intent="share" label="Create a link" pendingLabel="Creating the link" />
          </Form>
        </>
      )}
    </TitledSection>
  );
}

const CUSTOMER_TEXT =
  "You’ll get a link to send to family and friends. Anyone with the link can see your current favourites, without your name, until you stop sharing.";
const GUEST_TEXT =
  "You’ll get a link to send to family and friends. It shows your favourites as they are now, without your name, and works for 90 days or until you stop sharing.";

function SharedLink({ share, canRefresh }: Readonly<{ share: Share; canRefresh: boolean }>) {
  return (
    <>
      <p className="muted">{sharedText(share)}</p>
      <div className="block">
        <TextField name="link" label="Link to your favourites" value={share.url} readOnly />
      </div>
      <p className="cluster gap-1 gap-x-6">
        <a className="link link-arrow" href={mailAddress(share.url)}>
          <Icon name="mail" size="small" />
          Send by email
        </a>
        <ArrowLink to={share.path}>Preview what others see</ArrowLink>
      </p>
      <Form method="post" action={paths.favourites()} preventScrollReset className="cluster gap-1 gap-x-6">
        <OwnerField />
        {canRefresh ? (
          <SubmitButton kind="line" intent="share" label="Update shared favourites" pendingLabel="Updating" />
        ) : null}
        <SubmitButton kind="line" intent="stop-sharing" label="Stop sharing" pendingLabel="Stopping" />
      </Form>
    </>
  );
}

function sharedText({ kind, until }: Share): string {
  if (kind === "live") return "Anyone with the link can see your current favourites, without your name.";
  const end = until ? `, until ${until}` : "";
  return `Anyone with the link can see your favourites as they were when you shared them, without your name${end}.`;
}

function mailAddress(url: string): string {
  return `mailto:?subject=${encodeURIComponent("Favourites I’d like to share with you")}&body=${encodeURIComponent(url)}`;
}
