import { useLocation } from "@remix-run/react";

import { SelectField } from "#app/components/form/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { StoreSummary } from "#app/hooks/use-root-data.ts";
import { paths } from "#app/paths.ts";

type StoreChoiceFormProps = Pick<StoreSummary, "locale"> &
  Readonly<{ locales: NonNullable<StoreSummary["locales"]> }>;

export function StoreChoiceForm({ locale, locales }: StoreChoiceFormProps) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={paths.storeChoice()} className="wrap stack-small">
      <input type="hidden" name="from" value={pathname + search} />
      <SelectField
        name="locale"
        label="How we write dates and amounts"
        value={locale}
        options={locales.map(({ tag, label }) => ({ value: tag, label }))}
      />
      <div>
        <Button kind="line" nativeType="submit">
          Save
        </Button>
      </div>
    </form>
  );
}
