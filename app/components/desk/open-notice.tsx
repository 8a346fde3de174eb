import { DeskNotice } from "./desk-form.tsx";

export type OpenText = Readonly<{
  name: string;
  /** "12:10" */
  since: string;
}>;

export function OpenNotice({ others }: Readonly<{ others: ReadonlyArray<OpenText> }>) {
  if (others.length === 0) return null;
  return (
    <DeskNotice tone="info">
      {others.map(({ name, since }, index) => (
        <span key={name}>
          {index === 0 ? "" : " "}
          {name} has had this open since {since}.
        </span>
      ))}
    </DeskNotice>
  );
}
