import { ButtonLink } from "#app/components/ui/button.tsx";
import { paths } from "#app/paths.ts";

type ClosedListProps = Readonly<{
  /** "Hannah and Tom closed it on 15 April 2027."; null says nothing. */
  text: string | null;
}>;

export function ClosedListPage({ text }: ClosedListProps) {
  return (
    <div className="wrap section">
      <div className="centre">
        <h1 className="d-xl">This list is closed</h1>
        {text ? <p className="lead">{text} Thank you to everybody who gave.</p> : null}
        <p>
          <ButtonLink to={paths.giftsByAge()}>Gifts by age</ButtonLink>
        </p>
      </div>
    </div>
  );
}

export function FormerLinkPage() {
  return (
    <div className="wrap section">
      <div className="centre">
        <h1 className="d-xl">This link is no longer used</h1>
        <p className="lead">Ask the family for the new one.</p>
      </div>
    </div>
  );
}
