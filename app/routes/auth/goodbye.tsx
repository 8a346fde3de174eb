/** /goodbye: after an account is deleted. A page of its own, because the home page is stored for everybody alike. */
import { AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

const TITLE = "Your account is deleted";

export async function loader() {
  return { meta: await privateMeta(TITLE, paths.goodbye()) };
}

export default function Goodbye() {
  return (
    <AuthFrame title={TITLE}>
      <div className="stack">
        <p className="lead">Goodbye, and thank you. You are welcome to shop here without an account.</p>
        <p>
          <ButtonLink to={paths.home()}>Go to the home page</ButtonLink>
        </p>
      </div>
    </AuthFrame>
  );
}
