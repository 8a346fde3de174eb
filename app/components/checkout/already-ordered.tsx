import { ButtonLink } from "#app/components/ui/button.tsx";
import { paths } from "#app/paths.ts";

/** Back, refresh or a second tab after paying: nothing is ordered twice. */
export function AlreadyOrdered({ orderId }: Readonly<{ orderId: string | null }>) {
  return (
    <div className="wrap section">
      <div className="centre">
        <h1 className="d-xl">Already placed</h1>
        <p className="lead">This basket is ordered and paid for. You have not been charged again.</p>
        <ButtonLink to={paths.thankYou(orderId ?? undefined)}>See your order</ButtonLink>
      </div>
    </div>
  );
}
