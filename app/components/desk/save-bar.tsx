import { DeskButton } from "./desk-parts.tsx";
type Props = Readonly<{
  /** What the button says; null for somebody who may not publish this. */
  publish: string | null;
  hint: string;
}>;

/** The end of a long form. It stays at the bottom of the screen until the form ends. */
export function SaveBar({ publish, hint }: Props) {
  return (
    <div className="save-bar">
      <p className="xs">{hint}</p>
      <div className="acts">
        <DeskButton intent="save">Save, publish later</DeskButton>
        {publish === null ? null : (
          <DeskButton intent="publish" look="plain">
            {publish}
          </DeskButton>
        )}
      </div>
    </div>
  );
}
