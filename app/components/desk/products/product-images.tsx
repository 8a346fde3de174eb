import { DeskText, FormPart } from "#app/components/desk/desk-form.tsx";
import { ImageField } from "#app/components/desk/image-field.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { useImageUrl } from "#app/hooks/image-url.ts";
import { IMAGE_TEXT_MAX } from "#app/models/catalogue/editing/product-images.ts";

import { type FormProps, productField, type ProductPageData } from "./product-parts.tsx";
import { DeskButton } from "#app/components/desk/desk-parts.tsx";

/** Each button saves a draft. */
export function ProductImages({ product, answer }: FormProps) {
  const { inputs, images, may, changed } = product;
  const listed = answer.values["images"] ?? inputs["images"] ?? "";
  const files = listed.split(" ").filter((file) => file !== "");
  return (
    <FormPart id="images" title="Images" isChanged={changed.includes("images")}>
      <input type="hidden" name="images" value={listed} />
      <p className="hint">
        Describe what each image shows, for people who cannot see it. Every image needs a description before
        you publish.{may.edit ? " The arrows change the order." : ""}
      </p>
      <ol className="gal">
        {files.map((file, index) => (
          <li key={file}>
            <Thumbnail file={file} />
            <ImageNote parts={[index === 0 ? "First on the page" : "", images.notes[file] ?? ""]} />
            <DeskText
              {...productField({ product, answer }, `alt-${index}`, `Description of image ${index + 1}`)}
              rows={3}
              maxLength={IMAGE_TEXT_MAX}
            />
            {may.edit ? <Steps file={file} place={index + 1} count={files.length} /> : null}
          </li>
        ))}
      </ol>
      {may.edit ? <AddImages answer={answer} /> : null}
      <UnusedImages images={images} mayEdit={may.edit} />
    </FormPart>
  );
}

function ImageNote({ parts }: Readonly<{ parts: ReadonlyArray<string> }>) {
  const text = parts.filter((part) => part !== "").join(", ");
  return text === "" ? null : <p>{text}</p>;
}

function Thumbnail({ file }: Readonly<{ file: string }>) {
  return <img src={useImageUrl()(file, 240)} alt="" width="240" height="240" loading="lazy" />;
}

type StepsProps = Readonly<{ file: string; place: number; count: number }>;

function Steps({ file, place, count }: StepsProps) {
  return (
    <div className="acts">
      {place > 1 ? (
        <button className="iconb" name="intent" value={`earlier ${file}`}>
          <Icon name="left" />
          <span className="vh">Move image {place} earlier</span>
        </button>
      ) : null}
      {place < count ? (
        <button className="iconb" name="intent" value={`later ${file}`}>
          <Icon name="right" />
          <span className="vh">Move image {place} later</span>
        </button>
      ) : null}
      <DeskButton intent={`remove ${file}`}>
        Remove<span className="vh"> image {place}</span>
      </DeskButton>
    </div>
  );
}

function AddImages({ answer }: Pick<FormProps, "answer">) {
  const error = answer.errors["files"];
  return (
    <div className={error ? "drop field field--error" : "drop field"}>
      <ImageField
        label="Add images"
        hint="JPEG, PNG, WebP or AVIF, at best 1536 pixels wide or more. Up to 4 at a time, each up to 8 MB."
        error={error}
        isMultiple
      />
      <p>
        <DeskButton intent="upload">Upload and save as a draft</DeskButton>
      </p>
    </div>
  );
}

type UnusedProps = Readonly<{ images: ProductPageData["images"]; mayEdit: boolean }>;

function UnusedImages({ images: { unused }, mayEdit }: UnusedProps) {
  if (unused.length === 0 || !mayEdit) return null;
  return (
    <div className="stack-s">
      <h3 className="label">Not used</h3>
      <p className="hint">
        Removed images stay here until you publish. Images you have not used stay for a day.
      </p>
      <ul className="gal">
        {unused.map(({ file, alt }, index) => (
          <li key={file}>
            <Thumbnail file={file} />
            <p>{alt === "" ? "No description" : alt}</p>
            <DeskButton intent={`use ${file}`}>
              Use again<span className="vh">: removed image {index + 1}</span>
            </DeskButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function MissingParts({ product: { missing } }: Readonly<{ product: ProductPageData }>) {
  if (missing.length === 0) return null;
  return (
    <section className="panel" id="missing">
      <h2 className="h2">Missing before publishing</h2>
      <ul className="sm">
        {missing.map(({ id, text }) => (
          <li key={id}>
            <a className="tap" href={`#${id}`}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
