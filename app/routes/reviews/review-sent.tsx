import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";

import { AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { paths } from "#app/paths.ts";
import { privateHead } from "#app/routes/auth/auth.server.ts";

import { reviewedProduct } from "./reviews.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, name, path } = await reviewedProduct(request);
  return json({ name, path, meta: await privateHead("Thank you for your review", paths.reviewSent(id)) });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

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
