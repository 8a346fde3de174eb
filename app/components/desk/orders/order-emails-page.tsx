import { type DeskAnswer, DeskErrors } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { SecondLine } from "#app/components/desk/desk-parts.tsx";

type Props = Readonly<{
  number: number;
  /** Where they go, or who gets them, as far as the role may see it. */
  to: string;
  emails: ReadonlyArray<Readonly<{ key: string; title: string; when: string }>>;
  formKey: string;
  answer: DeskAnswer;
}>;

export function OrderEmailsPage({ number, to, emails, formKey, answer }: Props) {
  return (
    <>
      <DeskBack href={deskPaths.order(number)}>Order {number}</DeskBack>
      <DeskHead
        title="Send an email once more"
        sub={`It goes to ${to} at once, and says what is true of the order now.`}
      />
      <DeskErrors answer={answer} labels={{}} />
      {emails.length === 0 ? (
        <p className="panel">Nothing has been sent about this order that could be sent once more.</p>
      ) : (
        <form className="panel" method="post">
          <input type="hidden" name="key" value={formKey} />
          <ul className="plain">
            {emails.map(({ key, title, when }) => (
              <li key={key}>
                <span>
                  <b>{title}</b>
                  {when ? (
                    <>
                      <SecondLine look="sm muted">{when}</SecondLine>
                    </>
                  ) : null}
                </span>
                <button className="btn btn--line" name="email" value={key}>
                  Send again <span className="vh">{title}</span>
                </button>
              </li>
            ))}
          </ul>
        </form>
      )}
    </>
  );
}
