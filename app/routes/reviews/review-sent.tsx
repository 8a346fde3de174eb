import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";

import { AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { paths } from "#app/paths.ts";

import { reviewedProduct } from "./reviews.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, name, path } = await reviewedProduct(request);
  return json({ name, path, meta: await privateMeta("Thank you for your review", paths.reviewSent(id)) });
}

export default function ReviewSent() {
  const { name, path } = useLoaderData<typeof loader>();
  return (
    <AuthFrame title="Thank you for your review">
      <div className="stack">
        <p className="lead">
          We read every review before publishing it, usually within 2 working days, and email you when yours
          is published.
        </p>
        <p>
          <Link to={paths.information("reviews")}>How reviews work</Link>
        </p>
        <p>
          <Link className="link" to={path}>
            Back to {name}
          </Link>
        </p>
      </div>
    </AuthFrame>
  );
}
