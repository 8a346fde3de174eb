import { FieldError } from "#app/components/form/field.tsx";

type Props = Readonly<{ label: string; hint: string; error: string | undefined; isMultiple?: boolean }>;

/** The field is named "files". */
export function ImageField({ label, hint, error, isMultiple = false }: Props) {
  return (
    <>
      <label className="label" htmlFor="files">
        {label}
      </label>
      <span className="hint" id="files-hint">
        {hint}
      </span>
      {error ? <FieldError id="files-error" error={error} /> : null}
      <input
        className="input"
        id="files"
        name="files"
        type="file"
        multiple={isMultiple}
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-describedby={error ? "files-hint files-error" : "files-hint"}
        aria-invalid={error ? true : undefined}
      />
    </>
  );
}
