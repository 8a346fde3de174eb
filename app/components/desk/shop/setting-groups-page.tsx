import { DeskHead } from "#app/components/desk/desk-back.tsx";

type Props = Readonly<{
  groups: ReadonlyArray<Readonly<{ href: string; title: string; summary: string }>>;
}>;

export function SettingGroupsPage({ groups }: Props) {
  return (
    <>
      <DeskHead title="Settings" sub="What changes while the shop runs." />
      <section className="panel panel--flush">
        <ul className="lines menu">
          {groups.map(({ href, title, summary }) => (
            <li key={href}>
              <a href={href}>
                <span>
                  {title}
                  <span className="hint">{summary}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <p className="sm muted below">
        Tax, currencies, countries and delivery zones come with the catalogue. Payment, email and hosting are
        set where the shop runs.
      </p>
    </>
  );
}
