import { useState } from "react";

import { CheckField } from "#app/components/form/check-field.tsx";
import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { FieldGrid, FieldSpan } from "#app/components/form/field.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextAreaField, TextField } from "#app/components/form/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { Row, Sample } from "./story.tsx";

const COUNTRIES = [
  { value: "GB", label: "United Kingdom" },
  { value: "IE", label: "Ireland" },
];

export function FieldSamples() {
  return (
    <>
      <Sample title="Text: rest, hint, error, optional, disabled" wide>
        <FieldGrid>
          <TextField name="plain" label="Postcode" value="GL5 1QN" />
          <TextField
            name="hinted"
            label="Email address"
            hint="For your receipt"
            type="email"
            placeholder="Name"
          />
          <TextField
            name="wrong"
            label="Postcode"
            value="BS8"
            error="Enter a full UK postcode, such as BS1 4DJ"
          />
          <TextField name="optional" label="Company" optional />
          <TextField name="disabled" label="Country" value="United Kingdom" disabled />
          <SelectField name="country" label="Country" options={COUNTRIES} value="GB" />
          <SelectField name="wrong-country" label="Country" options={COUNTRIES} error="Choose a country" />
          <FieldSpan>
            <TextAreaField name="message" label="Message" hint="Maximum 200 characters" optional />
          </FieldSpan>
        </FieldGrid>
      </Sample>
      <ChoiceSamples />
    </>
  );
}

function ChoiceSamples() {
  return (
    <>
      <Sample title="Check and radio: off, on, error, disabled">
        <CheckField name="off" label="Pull-alongs" />
        <CheckField name="on" label="Pull-alongs" defaultChecked />
        <CheckField name="bad" label="I have read the terms" error="Tick the box to continue" />
        <CheckField name="none" label="Puzzles" disabled />
        <CheckField name="radio" type="radio" label="Standard delivery" value="standard" defaultChecked />
      </Sample>
      <Sample title="Choice rows: chosen, plain, disabled; error">
        <ChoiceRows
          name="delivery"
          legend="Delivery option"
          chosen="standard"
          choices={[
            { value: "standard", title: "Standard", aside: "Free", text: "Tuesday 24 November" },
            { value: "express", title: "Express", aside: "£6.95" },
            {
              value: "day",
              title: "Choose a day",
              aside: <Icon name="clock" size="small" />,
              disabled: true,
            },
          ]}
        />
        <ChoiceRows
          name="payment"
          legend="Payment"
          error="Choose how to pay"
          choices={[{ value: "card", title: "Card", text: "On our payment provider’s page" }]}
        />
      </Sample>
      <Sample title="Submit: rest, pending, disabled">
        <Row>
          <SubmitButton label="Add to basket" pendingLabel="Adding…" fetcherState="idle" />
          <SubmitButton label="Add to basket" pendingLabel="Adding…" fetcherState="submitting" />
          <SubmitButton label="Add to basket" pendingLabel="Adding…" fetcherState="idle" disabled />
        </Row>
      </Sample>
      <ErrorSummarySample />
    </>
  );
}

/** A summary takes the focus when it appears. */
function ErrorSummarySample() {
  const [isShown, setShown] = useState(false);
  return (
    <Sample title="Error summary: appears, takes focus, leads to the fields">
      {isShown ? (
        <ErrorSummary
          errors={{
            wrong: "Postcode: enter a full UK postcode, such as BS1 4DJ",
            delivery: "Choose a delivery",
          }}
        />
      ) : null}
      <Button kind="line" onClick={() => setShown(!isShown)}>
        {isShown ? "Take it away" : "Make a mistake"}
      </Button>
    </Sample>
  );
}
