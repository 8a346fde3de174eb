import { deskPaths } from "#app/desk-paths.ts";

/** Ten codes, shown this once. The page goes on only when they are ticked as written down. */
export function RecoveryCodes({ codes, step }: Readonly<{ codes: ReadonlyArray<string>; step: string }>) {
  return (
    <>
      <h1 className="d-md">Write these down</h1>
      <p className="sub">
        {step} Each of these recovery codes lets you in once without your phone. They are not shown again.
      </p>
      <ol className="panel codes mono b">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <form className="stack" action={deskPaths.today()}>
        <label className="check">
          <input type="checkbox" required />
          <span>I have written the codes down</span>
        </label>
        <button className="btn btn--big btn--wide">Go to the desk</button>
      </form>
    </>
  );
}
