import type { RefObject } from "react";

import { Button } from "#app/components/ui/button.tsx";
import { Icon, type IconName } from "#app/components/ui/icon.tsx";
import { useSwipeToClose } from "#app/hooks/use-swipe-to-close.ts";
import { useImageUrl } from "#app/hooks/image-url.ts";
import type { ProductImage } from "#app/models/catalogue/product.ts";

import { useImageZoom } from "./use-image-zoom.ts";
import styles from "./zoom-dialog.module.css";

/** In pixels. */
const OPEN_WIDTH = 1024;
const BIG_WIDTH = 1536;

export type ZoomDialogProps = Readonly<{
  name: string;
  images: ReadonlyArray<ProductImage>;
  /** From 0, or null while the dialog is closed. */
  index: number | null;
  onShow: (index: number | null) => void;
  dialog: RefObject<HTMLDialogElement>;
}>;

export function ZoomDialog({ images, index, ...rest }: ZoomDialogProps) {
  const image = index === null ? undefined : images[index];
  return image && index !== null ? (
    <OpenDialog image={image} place={{ index, count: images.length }} {...rest} />
  ) : null;
}

type OpenDialogProps = Omit<ZoomDialogProps, "images" | "index"> &
  Readonly<{ image: ProductImage; place: Readonly<{ index: number; count: number }> }>;

function OpenDialog({ name, image, place, onShow, dialog }: OpenDialogProps) {
  const address = useImageUrl();
  const zoom = useImageZoom<HTMLDivElement>(address(image.file, BIG_WIDTH));

  function step(by: number) {
    zoom.reset();
    onShow(place.index + by);
  }

  // A finger moves over a zoomed image to see its parts.
  const swiping = useSwipeToClose(zoom.state === "zoomed" ? "none" : "down", () => dialog.current?.close());
  const width = zoom.state === "zoomed" ? BIG_WIDTH : OPEN_WIDTH;
  return (
    <dialog
      className={styles.dialog}
      ref={dialog}
      aria-label={`Images of ${name}`}
      onClose={() => onShow(null)}
      {...swiping}
    >
      <div className={`icon-text ends ${styles.head}`}>
        <p className="sm">
          <b className="strong">{name}</b>{" "}
          <span className="muted" role="status">{`image ${place.index + 1} of ${place.count}`}</span>
        </p>
        <form method="dialog">
          <Button kind="line" size="is-small" nativeType="submit">
            <Icon name="close" size="small" />
            Close
          </Button>
        </form>
      </div>
      <div className={styles.stage} {...zoom.stage}>
        <img
          src={address(image.file, width)}
          alt={image.alt}
          width={image.width}
          height={image.height}
          draggable={false}
        />
      </div>
      <div className={`cluster centred ${styles.foot}`}>
        <Step label="Previous image" icon="left" isTurn isOff={place.index === 0} onStep={() => step(-1)} />
        <Step label="Zoom out" icon="minus" isOff={!zoom.canShrink} onStep={zoom.smaller} />
        <Step label="Zoom in" icon="plus" isOff={!zoom.canGrow} onStep={zoom.larger} />
        <Step
          label="Next image"
          icon="right"
          isTurn
          isOff={place.index === place.count - 1}
          onStep={() => step(1)}
        />
      </div>
    </dialog>
  );
}

type StepProps = Readonly<{
  label: string;
  icon: IconName;
  isTurn?: boolean;
  isOff: boolean;
  onStep: () => void;
}>;

/** Not `disabled` at an end, which would lose the focus. */
function Step({ label, icon, isTurn = false, isOff, onStep }: StepProps) {
  return (
    <Button
      kind="line"
      size="is-small"
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onStep}
    >
      <Icon name={icon} size="small" />
      {isTurn ? <span className={styles.step}>{label}</span> : label}
    </Button>
  );
}
