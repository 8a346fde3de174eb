import { DeskText, More } from "#app/components/desk/desk-form.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { useImageUrl } from "#app/hooks/image-url.ts";

import { EditorPart, type EditorProps, fieldProps, type PageEditorData } from "./page-parts.tsx";

type Props = Readonly<{ page: PageEditorData }>;

export function PageStanding({ page }: Props) {
  const { draft, mayEdit, wasPublished, needed } = page;
  return (
    <section className="panel stack" id="standing">
      <h2 className="h2">In the shop</h2>
      <p className="sm">{standingText(page)}</p>
      {draft ? <p className="sm muted">{draft}</p> : null}
      {mayEdit ? <Steps page={page} /> : null}
      {needed && wasPublished ? <p className="sm muted">{needed}</p> : null}
    </section>
  );
}

function Steps({ page }: Props) {
  const { wasPublished, isHidden, needed, changed } = page;
  return (
    <div className="stack-s">
      {wasPublished && needed === null ? (
        <button
          className="btn btn--line btn--wide"
          name="intent"
          value={isHidden ? "show" : "hide"}
          formNoValidate
        >
          {isHidden ? "Show in the shop" : "Hide from the shop"}
        </button>
      ) : null}
      {changed.length > 0 || !wasPublished ? <Discard page={page} /> : null}
    </div>
  );
}

function standingText({ wasPublished, isHidden }: PageEditorData): string {
  if (!wasPublished) return "Shoppers do not see it. It has never been published.";
  return isHidden ? "Shoppers do not see it. Its address shows “Page not found”." : "Shoppers see it.";
}

function Discard({ page: { wasPublished } }: Props) {
  const words = wasPublished ? "Discard the draft" : "Discard the page";
  return (
    <More title={`${words}…`}>
      <p className="sm">
        {wasPublished
          ? "Your unpublished changes are deleted. The form then shows what the shop shows."
          : "This deletes the page and everything written here. Shoppers have never seen it."}
      </p>
      <button className="btn btn--line btn--wide" name="intent" value="discard" formNoValidate>
        {words}
      </button>
    </More>
  );
}

export function PageImageChoice(props: EditorProps) {
  const { page, answer } = props;
  const imageUrl = useImageUrl();
  const chosen = answer.values["image"] ?? page.inputs["image"] ?? "";
  const error = answer.errors["image"];
  const shown = page.images.find(({ file }) => file === chosen);
  return (
    <EditorPart id="image" title="Image" fields={["image", "imageAlt"]} page={page}>
      {shown ? <img src={imageUrl(shown.file, 640)} alt={shown.alt} width="480" height="300" /> : null}
      {error ? <FieldError id="image-error" error={error} /> : null}
      <More title="Choose another image" isOpen={chosen === "" || Boolean(error)}>
        <fieldset>
          <legend className="vh">Image</legend>
          <ul className="gal">
            {page.images.map(({ file, alt }) => (
              <li key={file}>
                <img src={imageUrl(file, 240)} alt="" width="240" height="240" loading="lazy" />
                <label className="check">
                  <input type="radio" name="image" value={file} defaultChecked={file === chosen} />
                  <span>{alt === "" ? file : alt}</span>
                </label>
              </li>
            ))}
          </ul>
          <p className="hint">
            Images of the journal, of banners, and the newest ones uploaded for pages and products. Upload an
            older one again to see it here.
          </p>
        </fieldset>
      </More>
      <DeskText
        {...fieldProps(props, "imageAlt")}
        hint="Describe what the image shows, for people who cannot see it"
        rows={3}
      />
    </EditorPart>
  );
}
