import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";

import { ControlSamples } from "#app/components/styleguide/control-samples.tsx";
import { DisplaySamples, RulerSample } from "#app/components/styleguide/display-samples.tsx";
import { FieldSamples } from "#app/components/styleguide/field-samples.tsx";
import { ProductSamples } from "#app/components/styleguide/product-samples.tsx";
import { Story } from "#app/components/styleguide/story.tsx";
import { notFound } from "#app/http/response/responses.server.ts";
import { isProduction } from "#app/http/server/environment.server.ts";

export function loader({ request }: LoaderFunctionArgs) {
  if (isProduction()) throw notFound(request);
  return null;
}

export const meta: MetaFunction = () => [{ title: "Style guide" }, { name: "robots", content: "noindex" }];

export default function StyleGuidePage() {
  return (
    <div className="wrap stack-large">
      <h1 className="d-xl">States</h1>
      <Story>
        <ControlSamples />
        <FieldSamples />
        <DisplaySamples />
        <ProductSamples />
      </Story>
      <h2 className="d-lg">Type</h2>
      <div className="stack">
        {["d-2xl", "d-xl", "d-lg", "d-md", "d-sm", "d-xs", "lead", "note", "sm", "xs"].map((type) => (
          <p key={type} className={type}>
            Made to be passed on, {type}
          </p>
        ))}
      </div>
      <h2 className="d-lg">Ruler</h2>
      <RulerSample />
    </div>
  );
}
