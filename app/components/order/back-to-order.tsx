import { ButtonLink } from "#app/components/ui/button.tsx";

/** In place of a form, where nothing can be chosen. */
export function BackToOrder({
  homePath,
  kind = "line",
}: Readonly<{ homePath: string; kind?: "line" | "quiet" }>) {
  return (
    <p className="column gap-6 above-8">
      <ButtonLink to={homePath} kind={kind}>
        Back to the order
      </ButtonLink>
    </p>
  );
}
