import {
  DeskErrors,
  DeskField,
  DeskNotice,
  DeskSelect,
  DeskText,
  More,
} from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { StatusTags } from "#app/components/desk/orders-page.tsx";
import { ProductConflict } from "#app/components/desk/products/product-conflict.tsx";
import { SaveBar } from "#app/components/desk/save-bar.tsx";
import { VersionHistory } from "#app/components/desk/version-history.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { PageUploads } from "./page-uploads.tsx";
import { EditorPart, type EditorProps, fieldProps, type PageEditorData } from "./page-parts.tsx";
import { PageImageChoice, PageStanding } from "./page-side.tsx";
import { DeskButton, DeskLink } from "#app/components/desk/desk-parts.tsx";

const DONE: Readonly<Record<string, string>> = {
  save: "Saved. Shoppers do not see it until you publish it.",
  publish: "Published. Everybody sees it now.",
  "put-back": "The earlier version is now a draft. Check it, then publish it.",
  before: "Nothing has changed. It was like this already.",
  new: "This is a draft. Shoppers do not see it. Write the rest, then publish it. You can come back another day.",
  discard: "Changes discarded. The form shows what the shop shows.",
  hide: "Hidden. Its address shows “Page not found”, and it is in no list.",
  show: "It is in the shop again.",
  upload: "Image uploaded. What you typed is saved as a draft.",
  insert: "The image is at the end of the text. Move its line to where it belongs.",
  "take-file": "The file’s version is now a draft. Check it, then publish it.",
  "pass-file": "The shop keeps its own text. If the file changes again, this page says so.",
};

export function PageEditor({ page, answer, done }: EditorProps & Readonly<{ done: string | null }>) {
  const href = deskPaths.pageOf(page.id);
  if (answer.conflict) return <ProductConflict href={href} name={page.name} conflict={answer.conflict} />;
  const { mayEdit, name, saved } = page;
  return (
    <>
      <div className="acts between">
        <DeskBack href={deskPaths.pages()}>Pages</DeskBack>
        <span className="xs muted">{saved}</span>
      </div>
      {done && DONE[done] ? <DeskNotice>{DONE[done]}</DeskNotice> : null}
      <DeskErrors
        answer={answer}
        labels={{ ...page.labels, files: "Image file", imageText: "What is in it" }}
      />
      <Warnings warnings={page.warnings} />
      {page.file ? <ChangedFile page={page} file={page.file} /> : null}
      <form method="post" action={href} encType="multipart/form-data">
        {/* The first button is the one that Enter presses: it must not publish. */}
        {mayEdit ? (
          <button className="vh" name="intent" value="save" tabIndex={-1} aria-hidden="true">
            Save
          </button>
        ) : null}
        <Head page={page} />
        {Object.entries(page.marks).map(([field, mark]) => (
          <input key={field} type="hidden" name={field} value={answer.values[field] ?? mark} />
        ))}
        <fieldset className="cols" disabled={!mayEdit}>
          <legend className="vh">{name}</legend>
          <div>
            <Words page={page} answer={answer} />
            <PageUploads page={page} answer={answer} />
            <SearchEngines page={page} answer={answer} />
          </div>
          <div>
            <PageStanding page={page} />
            {page.isArticle ? <PageImageChoice page={page} answer={answer} /> : null}
            <VersionHistory history={page.history} mayPutBack={page.mayEdit} id="history" />
          </div>
        </fieldset>
        {mayEdit ? (
          <SaveBar publish="Publish" hint="Publish saves what you typed and shows it to shoppers." />
        ) : null}
      </form>
    </>
  );
}

function Head({ page }: Pick<EditorProps, "page">) {
  const { name, tags } = page;
  return (
    <DeskHead title={name} tags={<StatusTags tags={tags} />}>
      <div className="acts">
        {page.address ? (
          <DeskLink href={page.address} look="quiet">
            View in the shop
          </DeskLink>
        ) : null}
        <DeskLink href={deskPaths.pagePreview(page.id)}>Preview</DeskLink>
      </div>
    </DeskHead>
  );
}

function Warnings({ warnings }: Pick<PageEditorData, "warnings">) {
  if (warnings.length === 0) return null;
  return (
    <DeskNotice tone="warn">
      <span className="breaks">{warnings.join(" ")}</span>
    </DeskNotice>
  );
}

type FileProps = Readonly<{ page: PageEditorData; file: NonNullable<PageEditorData["file"]> }>;

/** A new version of the shop has brought another text than the one that the desk replaced. */
function ChangedFile({ page: { id, mayEdit }, file }: FileProps) {
  return (
    <form className="panel stack" method="post" action={deskPaths.pageOf(id)} id="file">
      <h2 className="h2">The file has changed since</h2>
      <p className="sm">
        The shop shows the text that was edited here. The shop’s file has changed since then.
      </p>
      <More title="Compare the two">
        {file.map(({ label, theirs, ours }) => (
          <div key={label} className="stack-s">
            <h3 className="label">{label}</h3>
            <div className="fields top">
              <div className="opt">
                <b>In the file</b>
                <span className="versus-text">{theirs}</span>
              </div>
              <div className="opt">
                <b>In the shop</b>
                <span className="versus-text">{ours}</span>
              </div>
            </div>
          </div>
        ))}
      </More>
      {mayEdit ? (
        <div className="acts">
          <DeskButton intent="take-file">Use the file’s text as a draft</DeskButton>
          <DeskButton intent="pass-file">Keep the shop’s own text</DeskButton>
        </div>
      ) : null}
    </form>
  );
}

function Words(props: EditorProps) {
  const { page } = props;
  const fields = ["title", "excerpt", "body", "section", "author", "day", "tags", "related"];
  return (
    <EditorPart id="words" title="Text" fields={fields} page={page}>
      <DeskField {...fieldProps(props, "title")} autoComplete="off" />
      <DeskText
        {...fieldProps(props, "excerpt")}
        hint="In lists, in the search and above the text"
        rows={2}
      />
      <DeskText
        {...fieldProps(props, "body")}
        hint="Markdown: an empty line starts a paragraph, ## a heading, - a list, **bold**, [words](/information/contact-us) a link. Add images further down"
        rows={24}
      />
      <div className="fields top">
        <DeskSelect {...fieldProps(props, "section")} options={page.sections} />
        {page.isArticle ? <DeskField {...fieldProps(props, "day")} type="date" /> : null}
        {page.isArticle ? <DeskField {...fieldProps(props, "author")} autoComplete="off" /> : null}
        {page.isArticle ? <DeskField {...fieldProps(props, "tags")} hint="With commas between" /> : null}
      </div>
      {page.isArticle ? (
        <DeskText
          {...fieldProps(props, "related")}
          hint="The last part of their addresses, with commas between, such as toy-car, rocking-horse"
          rows={2}
        />
      ) : null}
    </EditorPart>
  );
}

function SearchEngines(props: EditorProps) {
  const { page } = props;
  const title = page.isArticle ? "Search engines" : "Address and search engines";
  return (
    <EditorPart
      id="search-engines"
      title={title}
      fields={["slug", "pageTitle", "metaDescription"]}
      page={page}
    >
      {page.isArticle ? null : <AddressField {...props} />}
      <DeskField {...fieldProps(props, "pageTitle")} hint="Empty: the title" autoComplete="off" />
      <DeskText {...fieldProps(props, "metaDescription")} hint="Empty: the summary" rows={3} />
    </EditorPart>
  );
}

function AddressField(props: EditorProps) {
  const { needed, inputs, labels } = props.page;
  if (needed === null)
    return (
      <DeskField
        {...fieldProps(props, "slug")}
        hint="If you change it, the old address leads to the new one"
        className="mono"
        autoComplete="off"
      />
    );
  return (
    <div className="field">
      <input type="hidden" name="slug" value={inputs["slug"]} />
      <p className="label">{labels["slug"]}</p>
      <p className="hint">{needed}</p>
      <p className="mono">{inputs["slug"]}</p>
    </div>
  );
}
