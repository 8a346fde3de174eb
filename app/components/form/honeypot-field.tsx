export function HoneypotField({ name }: Readonly<{ name: string }>) {
  return (
    <p className="visually-hidden" aria-hidden="true">
      <label>
        Leave this empty
        <input type="text" name={name} tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}
