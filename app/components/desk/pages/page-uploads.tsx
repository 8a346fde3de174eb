import { DeskField } from "#app/components/desk/desk-form.tsx";
import { ImageField } from "#app/components/desk/image-field.tsx";
import { useImageUrl } from "#app/hooks/image-url.ts";

import { EditorPart, type EditorProps, type PageEditorData } from "./page-parts.tsx";
import { DeskButton } from "#app/components/desk/desk-parts.tsx";

/** Each button saves a draft. */
export function PageUploads({ page, answer }: EditorProps) {
  const { mayEdit, limits } = page;
  if (!mayEdit && page.uploads.length === 0) return null;
  return (
    <EditorPart id="uploads" title="Uploaded images" fields={[]} page={page}>
      {mayEdit ? (
        <div className="drop stack">
          <FileField error={answer.errors["files"]} />
          <DeskField
            name="imageText"
            label="What is in it"
            hint="For those who do not see it"
            maxLength={limits["imageAlt"] ?? 300}
            autoComplete="off"
            answer={answer}
          />
          <DeskButton intent="upload">Upload and save as a draft</DeskButton>
        </div>
      ) : null}
      <Gallery uploads={page.uploads} mayEdit={mayEdit} isArticle={page.isArticle} />
    </EditorPart>
  );
}

function FileField({ error }: Readonly<{ error: string | undefined }>) {
  return (
    <div className={error ? "field field--error" : "field"}>
      <ImageField
        label="Add an image"
        hint="JPEG, PNG, WebP or AVIF, at best 1536 pixels wide or more, up to 8 MB."
        error={error}
      />
    </div>
  );
}

type GalleryProps = Pick<PageEditorData, "uploads" | "mayEdit" | "isArticle">;

function Gallery({ uploads, mayEdit, isArticle }: GalleryProps) {
  const imageUrl = useImageUrl();
  if (uploads.length === 0) return null;
  return (
    <>
      <ul className="gal">
        {uploads.map(({ file, alt }, index) => (
          <li key={file}>
            <img src={imageUrl(file, 240)} alt="" width="240" height="240" loading="lazy" />
            <p>{alt}</p>
            {mayEdit ? (
              <DeskButton intent={`insert ${file}`}>
                Insert<span className="vh"> image {index + 1} into the text</span>
              </DeskButton>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="hint">
        {isArticle ? "Choose the image of the article under Image. " : ""}Insert puts one at the end of the
        text. An image that is on no page and in no draft goes after a day.
      </p>
    </>
  );
}
