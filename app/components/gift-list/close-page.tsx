import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { giftListPaths } from "#app/gift-list-paths.ts";

import { GiftListNotices } from "./notices.tsx";
import { OwnListBreadcrumbs } from "./own-list-breadcrumbs.tsx";

type CloseListPageProps = Readonly<{
  list: Readonly<{
    id: string;
    name: string;
    isClosed: boolean;
    isAddressDeleted: boolean;
    openUntil: string;
  }>;
  answer: AuthAnswer;
}>;

export function CloseListPage({ list, answer }: CloseListPageProps) {
  const title = list.isClosed ? "Open the list again" : "Close the list";
  return (
    <div className="wrap">
      <OwnListBreadcrumbs list={list} crumbs={[{ name: title, path: null }]} />
      <h1 className="d-lg below-6">{title}</h1>
      <GiftListNotices answer={answer} note={null} />
      <div className="column gap-6 measure">
        {list.isClosed ? <Reopen list={list} /> : <Ways list={list} />}
        <Way
          id={list.id}
          title="Delete it"
          text="We delete the list, your address and the names and messages of your givers. You cannot undo this."
        >
          <SubmitButton kind="danger" intent="delete" label="Delete the list" pendingLabel="Deleting" />
        </Way>
      </div>
      <p className="above-6">
        <Link className="link" to={giftListPaths.ownGiftList(list.id)}>
          Back to the list
        </Link>
      </p>
    </div>
  );
}

/** The quiet way comes first: a family in grief must not look for it. */
function Ways({ list }: Pick<CloseListPageProps, "list">) {
  return (
    <>
      <Way
        id={list.id}
        title="Close it quietly"
        text="The list closes at once. Its page says only that it is closed, and we stop all our emails to you. If parcels are on their way, contact us and we’ll turn them back."
      >
        <SubmitButton kind="line" intent="close-quietly" label="Close it quietly" pendingLabel="Closing" />
      </Way>
      <Way
        id={list.id}
        title="Close it"
        text="Reservations end and we email their givers. Gifts that have been paid for go on. You can open the list again for 90 days."
      >
        <SubmitButton kind="line" intent="close" label="Close the list" pendingLabel="Closing" />
      </Way>
      <Way id={list.id} title="Leave it open for longer" text={`It is open until ${list.openUntil}.`}>
        <SubmitButton kind="line" intent="prolong" label="Leave it open three more months" />
      </Way>
    </>
  );
}

const ADDRESS_DELETED =
  "We deleted your address 30 days after the list closed, so gifts will go to their givers. To have them sent to you, open the list, choose “Edit the list” and enter the address again.";

function Reopen({ list: { id, isAddressDeleted } }: Pick<CloseListPageProps, "list">) {
  const text = "The same link works again. You can do this for 90 days after closing.";
  return (
    <Way id={id} title="Open it again" text={isAddressDeleted ? `${text} ${ADDRESS_DELETED}` : text}>
      <SubmitButton intent="reopen" label="Open the list again" pendingLabel="Opening" />
    </Way>
  );
}

type WayProps = Readonly<{ id: string; title: string; text: string; children: ReactNode }>;

function Way({ id, title, text, children }: WayProps) {
  return (
    <section className="column gap-5 section-line">
      <h2 className="d-sm">{title}</h2>
      <p>{text}</p>
      <Form method="post" action={giftListPaths.closeGiftList(id)}>
        {children}
      </Form>
    </section>
  );
}
