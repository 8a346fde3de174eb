import { deskPaths } from "#app/desk-paths.ts";
import { ROLE_TABLE } from "#app/models/staff/role-words.ts";
import { STAFF_ROLES } from "#app/models/staff/role.ts";

import { DeskHead, Panel } from "./desk-back.tsx";
import { CodeField, type DeskAnswer, DeskChoice, DeskErrors, DeskField, DeskNotice } from "./desk-form.tsx";
import { DeskCell, DeskRow, DeskTable } from "./desk-table.tsx";
import { DeskLink, SecondLine } from "./desk-parts.tsx";

type Person = Readonly<{
  id: string;
  name: string;
  email: string;
  role: string;
  hasPassword: boolean;
  hasTotp: boolean;
  passkeys: number;
  codesLeft: number;
  hasLeft: boolean;
  lastSeen: string | null;
}>;

type Props = Readonly<{
  ownId: string;
  people: ReadonlyArray<Person>;
  isConfirmed: boolean;
  /** With the link of an invitation, which is shown once. */
  answer: DeskAnswer & Readonly<{ link?: string }>;
}>;

const ROLES = [
  { value: "packer", label: "Packer", hint: "Packs, sends, accepts returns, counts stock" },
  { value: "editor", label: "Editor", hint: "Products, images, pages, reviews" },
  { value: "reader", label: "Reader", hint: "Figures only, for an accountant" },
  { value: "owner", label: "Owner", hint: "Everything, with a code" },
] as const;

export function StaffPage({ ownId, people, isConfirmed, answer }: Props) {
  return (
    <>
      <DeskHead title="Staff" />
      {answer.link ? (
        <DeskNotice>
          Send this link to the person you have invited. It works once, within 48 hours, and is not shown
          again: <b className="breaks">{answer.link}</b>
        </DeskNotice>
      ) : null}
      <section className="panel panel--flush">
        <DeskTable
          caption="People who work here"
          columns={["Who", "Role", "Second step", "Last seen", { title: "Steps", isHidden: true }]}
        >
          {people.map((person) => (
            <PersonRow key={person.id} person={person} isOwn={person.id === ownId} />
          ))}
        </DeskTable>
      </section>
      <div className="cols">
        <RoleTable />
        <InviteForm isConfirmed={isConfirmed} answer={answer} />
      </div>
    </>
  );
}

function PersonRow({ person, isOwn }: Readonly<{ person: Person; isOwn: boolean }>) {
  const { id, name, email, role, hasLeft, hasPassword, lastSeen } = person;
  return (
    <DeskRow>
      <DeskCell isHead>
        <b>{name}</b>
        <SecondLine>{email}</SecondLine>
      </DeskCell>
      <DeskCell className="side">
        <span className={role === "owner" ? "tag tag--ok" : "tag"}>
          {hasLeft ? "Has left" : titleOf(role)}
        </span>
      </DeskCell>
      <DeskCell className="full" label="Second step">
        <span className={hasPassword && factorText(person) === NO_FACTOR ? "late" : undefined}>
          {factorText(person)}
        </span>
      </DeskCell>
      <DeskCell className="full sm" label="Seen">
        {lastSeen ?? "Not logged in"}
      </DeskCell>
      <DeskCell className="full">
        {isOwn ? (
          <span className="sm muted">You</span>
        ) : (
          <DeskLink href={deskPaths.staffMember(id)}>
            <span className="vh">{name}: </span>Edit
          </DeskLink>
        )}
      </DeskCell>
    </DeskRow>
  );
}

const NO_FACTOR = "None yet";

function titleOf(role: string): string {
  return role.slice(0, 1).toUpperCase() + role.slice(1);
}

function factorText({ hasLeft, hasPassword, hasTotp, passkeys, codesLeft }: Person): string {
  if (hasLeft) return "None";
  const keys = passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`;
  const steps = [hasTotp && "App", passkeys > 0 && keys].filter(Boolean);
  if (steps.length > 0) return `${steps.join(", ")}, ${codesLeft} recovery codes left`;
  return hasPassword ? NO_FACTOR : "Invited";
}

function RoleTable() {
  return (
    <Panel title="What each role can do" id="roles">
      <table className="mx" aria-labelledby="roles">
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">What</span>
            </th>
            {STAFF_ROLES.map((role) => (
              <th key={role} scope="col">
                {titleOf(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROLE_TABLE.map(({ title, cells }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {cells.map((words, place) => (
                <td key={STAFF_ROLES[place]}>
                  <span className={words === "No" ? "muted" : "b"}>{words}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function InviteForm({ isConfirmed, answer }: Pick<Props, "isConfirmed" | "answer">) {
  return (
    <Panel title="Invite somebody">
      <DeskErrors
        answer={answer}
        labels={{ email: "Email address", name: "Name", role: "Role", code: "Code" }}
      />
      <form className="stack" method="post">
        <DeskField name="email" label="Their email address" type="email" answer={answer} maxLength={254} />
        <DeskField name="name" label="Their name" answer={answer} maxLength={80} />
        <RoleChoice chosen={answer.values["role"] ?? "packer"} />
        <CodeField answer={answer} isConfirmed={isConfirmed} why="An invitation opens the desk." />
        <p className="sm muted">
          You get a link to pass on. To let somebody in again who has lost everything, invite the same address
          in the same role.
        </p>
        <button className="btn">Make an invitation</button>
      </form>
    </Panel>
  );
}

export function RoleChoice({ chosen }: Readonly<{ chosen: string }>) {
  return <DeskChoice name="role" legend="Role" options={ROLES} chosen={chosen} />;
}
