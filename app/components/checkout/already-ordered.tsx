import { ButtonLink } from "#app/components/ui/button.tsx";
import { paths } from "#app/paths.ts";

export function AlreadyOrdered({ orderId }: Readonly<{ orderId: string | null }>) {
  return (
    <div className="wrap section">
      <div className="centre">
        <h1 className="d-xl">Order already placed</h1>
        <p className="lead">
          You have already ordered and paid for this basket. You have not been charged again.
        </p>
        <ButtonLink to={paths.thankYou(orderId ?? undefined)}>View your order</ButtonLink>
      </div>
    </div>
  );
}
