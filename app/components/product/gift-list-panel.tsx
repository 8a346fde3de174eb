import { CheckField } from "#app/components/form/check-field.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Details } from "#app/components/ui/details.tsx";
import { paths } from "#app/paths.ts";

/** A plain form: which list is asked on the next page, so that this one is the same for everybody. */
export function GiftListPanel({ variantId }: Readonly<{ variantId: number }>) {
  return (
    <Details summary="Add to a gift list">
      <form
        method="post"
        action={paths.addToGiftList({ variant: variantId })}
        className="field-column starts below-4"
      >
        <input type="hidden" name="variant" value={variantId} />
        <TextField
          name="quantity"
          id="list-quantity"
          label="How many"
          type="number"
          min={1}
          max={20}
          value="1"
          width="short"
        />
        <TextField name="note" id="list-note" label="Note" optional maxLength={200} />
        <CheckField name="any_colour" label="Any colour will do" />
        <Button nativeType="submit" kind="line">
          Put on a list
        </Button>
      </form>
    </Details>
  );
}
