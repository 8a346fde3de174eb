import { useState } from "react";

import { Badge, BADGE_KINDS } from "#app/components/ui/badge.tsx";
import { Button, ButtonLink, IconButton } from "#app/components/ui/button.tsx";
import { Dialog, type DialogState } from "#app/components/ui/dialog.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import {
  BUTTON_KINDS,
  BUTTON_SIZES,
  ICON_NAMES,
  NOTICE_KINDS,
} from "#app/components/ui/component-options.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import { Quantity } from "#app/components/ui/quantity.tsx";
import { Swatches } from "#app/components/ui/swatches.tsx";
import { paths } from "#app/paths.ts";
import { Row, Sample } from "./story.tsx";
import styles from "./story.module.css";

const FABRICS = [
  { key: "charcoal", label: "Charcoal", hex: "#55565a" },
  { key: "sand", label: "Sand", hex: "#cdb899" },
  { key: "sage", label: "Sage", hex: "#8fa389" },
  { key: "terracotta", label: "Terracotta", hex: "#c07a5f", isSoldOut: true },
];
const LENGTHS = [
  { key: "120", label: "120 cm", hex: null },
  { key: "140", label: "140 cm", hex: null, isSoldOut: true },
];

export function ControlSamples() {
  return (
    <>
      {BUTTON_KINDS.map((kind) => (
        <Sample key={kind} title={`Button, ${kind}: rest, disabled, link`}>
          <div className={kind === "milk" ? `on-dark ${styles.dark}` : undefined}>
            <Row>
              <Button kind={kind}>Add to basket</Button>
              <Button kind={kind} disabled>
                Sold out
              </Button>
              <ButtonLink kind={kind} to={paths.cart()}>
                View basket
              </ButtonLink>
            </Row>
          </div>
        </Sample>
      ))}
      <Sample title="Button, five sizes, wide; icon button">
        <Row>
          {BUTTON_SIZES.map((size) => (
            <Button key={size} size={size}>
              {size === "" ? "empty" : size}
            </Button>
          ))}
          <IconButton icon="close" label="Close" />
        </Row>
        <Button wide>Wide</Button>
      </Sample>
      <Sample title="Quantity: submit buttons, stepping, large">
        <Row>
          <Quantity
            name="q1"
            label="Quantity at least"
            value={1}
            max={9}
            intents={{ set: "set", fewer: "fewer", more: "more" }}
          />
          <Quantity name="q2" label="Quantity stepping" value={2} max={9} />
          <Quantity name="q3" label="Quantity large" value={9} max={9} size="large" />
        </Row>
      </Sample>
      <Sample title="Swatches: rest, chosen, sold out; words">
        <Swatches legend="Fabric" name="fabric" values={FABRICS} chosen="sage" />
        <Swatches legend="Length" name="length" values={LENGTHS} chosen="120" />
      </Sample>
      <NoticeSamples />
    </>
  );
}

function NoticeSamples() {
  return (
    <>
      <Sample title="Notices" wide>
        {NOTICE_KINDS.map((kind) => (
          <Notice key={kind} kind={kind} action={<Button size="is-small">Undo</Button>}>
            A notice of the kind {kind}
          </Notice>
        ))}
      </Sample>
      <Sample title="Badges">
        <Row>
          {BADGE_KINDS.map((kind) => (
            <Badge key={kind} kind={kind}>
              {kind}
            </Badge>
          ))}
        </Row>
      </Sample>
      <DialogSample />
      <Sample title="Icons, 24 px grid, 1.5 px line" wide>
        <Row>
          {ICON_NAMES.map((name) => (
            <span key={name} className={styles.icon}>
              <Icon name={name} />
              {name}
            </span>
          ))}
        </Row>
      </Sample>
    </>
  );
}

function DialogSample() {
  const [isOpen, setOpen] = useState(false);
  const [state, setState] = useState<DialogState>("closed");
  return (
    <Sample title="Dialog: beforeOpen, opened, beforeClose, closed">
      <Row>
        <Button kind="line" onClick={() => setOpen(true)}>
          Open the dialog
        </Button>
        <span role="status">It is {state}</span>
      </Row>
      <Dialog
        id="sample"
        open={isOpen}
        title="A dialog"
        onClose={() => setOpen(false)}
        onStateChange={setState}
      >
        <p className="muted">Close, Escape or a swipe down closes it.</p>
      </Dialog>
    </Sample>
  );
}
