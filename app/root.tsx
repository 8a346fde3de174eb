/** The kit comes before the modules of components, which may differ from it. */
import "#app/styles/tokens.css";
import "#app/styles/base.css";
import "#app/styles/primitives.css";
import "#app/styles/kit.css";

import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLocation,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";

import { menuDepartments } from "#app/components/layout/department-columns.ts";
import { ErrorPage, errorTitle, isNoAnswer, NO_ANSWER_STATUS } from "#app/components/layout/error-page.tsx";
import { OfflineDialog } from "#app/components/layout/offline-dialog.tsx";
import type { LostPage } from "#app/models/content/content.ts";
import { HeadInStep } from "#app/components/layout/head-in-step.tsx";
import { RouteAnnouncer } from "#app/components/layout/route-announcer.tsx";
import { ShopFrame } from "#app/components/layout/shop-frame.tsx";
import { promiseIcon } from "#app/components/layout/promise-icon.ts";
import { summariseStore } from "#app/components/layout/store-summary.ts";
import { AfterConsent } from "#app/components/scripts/after-consent.tsx";
import { asDocument, crossesConsentBoundary } from "#app/components/scripts/consent-navigation.ts";
import { LoadingBar } from "#app/components/ui/loading-bar.tsx";
import { DocumentContext } from "#app/hooks/document-context.ts";
import { usePageError } from "#app/hooks/error-context.ts";
import { ImageServiceContext } from "#app/hooks/image-url.ts";
import { ScrollRestorationRules } from "#app/hooks/scroll-restoration.tsx";
import { carryOverTyped } from "#app/hooks/typed-before-scripts.ts";
import { useBrowserLayoutEffect } from "#app/hooks/use-browser-layout-effect.ts";
import { useChunkErrorReload } from "#app/hooks/use-chunk-error-reload.ts";
import { useClientNavigationMark } from "#app/hooks/use-client-navigation-mark.ts";
import { type RootData, useRootData, useStore } from "#app/hooks/use-root-data.ts";
import { rememberContact } from "#app/http/cache/last-online.server.ts";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { findVisitorPart } from "#app/http/request/page-personalisation.server.ts";
import { isDeskPath } from "#app/http/server/desk-host.server.ts";
import { agreedFor } from "#app/http/session/consent-policy.server.ts";
import { NO_CONSENT } from "#app/models/analytics/consent.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { listDepartments } from "#app/models/catalogue/category.server.ts";
import { findHomeContent, listInformation } from "#app/models/content/content.server.ts";
import { findClosureNotice } from "#app/models/shipping/shipping.server.ts";
import { paths } from "#app/paths.ts";
import { imageService } from "#app/services/images/images.server.ts";
import displayFont from "#app/styles/fonts/hollybough-display.woff2?url";

/** Height of the loading bar at the root, in pixels (requirement components-1). */
const ROOT_BAR_HEIGHT_PX = 4;
const PROMISES_SHOWN = 3;

export const links: LinksFunction = () => [
  { rel: "preload", href: displayFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/icon-32.png", sizes: "32x32", type: "image/png" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: paths.manifest() },
];

/** In every page: keep it small. */
export async function loader({ request }: LoaderFunctionArgs): Promise<RootData> {
  const isDesk = isDeskPath(new URL(request.url).pathname);
  const [store, departments, information, home, visitor] = await Promise.all([
    findStore(),
    listDepartments(),
    listInformation(),
    findHomeContent(),
    findVisitorPart(request),
  ]);
  rememberContact(store.contact);
  const closure = await findClosureNotice(store, new Date());
  const promises = home.usps
    .slice(0, PROMISES_SHOWN)
    .map(({ icon, title, href }) => ({ icon: promiseIcon(icon), title, href }));
  return {
    store: summariseStore(store, promises, closure),
    departments: menuDepartments(departments),
    information: information.map(({ slug, title, group }) => ({ slug, title, group })),
    ...visitor,
    // Nothing counts visits at the desk, so nobody is asked there.
    consent: isDesk ? NO_CONSENT : visitor.consent,
    agreed: agreedFor(visitor.consent),
    origin: shopOrigin(),
    imageService: imageService(),
  };
}

/** Before a page on which nothing else may run, and after it: a new document. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  if (crossesConsentBoundary(new URL(request.url).pathname)) throw asDocument(request.url);
  return serverLoader<typeof loader>();
}

/** The count follows every form; another colour or page of the same list cannot change it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  if (crossesConsentBoundary(nextUrl.pathname)) return true;
  const isForm = formMethod !== undefined && formMethod !== "GET";
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return !isForm && isSamePage ? false : defaultShouldRevalidate;
};

export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  const store = data?.store;
  if (error) {
    const title = errorTitle(statusOf(error, 500));
    return [{ title: store ? `${title} | ${store.name}` : title }, { name: "robots", content: "noindex" }];
  }
  return store ? [{ title: store.name }] : [];
};

/** The page, or on the server the document that it has been put into. */
export function Layout({ children }: Readonly<{ children: ReactNode }>) {
  return useContext(DocumentContext) ?? <Page>{children}</Page>;
}

function Page({ children }: Readonly<{ children: ReactNode }>) {
  const { loadingBarColour } = useStore();
  const service = useRootData()?.imageService ?? null;
  useBrowserLayoutEffect(carryOverTyped, []);
  useChunkErrorReload();
  useClientNavigationMark();
  return (
    <>
      <LoadingBar height={ROOT_BAR_HEIGHT_PX} colour={loadingBarColour} />
      <ImageServiceContext.Provider value={service}>{children}</ImageServiceContext.Provider>
      <RouteAnnouncer />
      <OfflineDialog />
      <HeadInStep />
      <AfterConsent />
      <ScrollRestorationRules />
    </>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const { requestId, status: known } = usePageError();
  const status = statusOf(error, known ?? 500);
  return (
    <ShopFrame>
      <ErrorPage
        status={status}
        {...statementOf(error, status, pathname + search)}
        requestId={requestId}
        form={(error as Unanswered | null)?.form}
      />
    </ShopFrame>
  );
}

/** What vite.chunk-errors.ts adds to the error of a form. */
type Unanswered = Readonly<{ form?: Request }>;

function statusOf(error: unknown, otherwise: number): number {
  if (isRouteErrorResponse(error)) return error.status;
  return isNoAnswer(error) ? NO_ANSWER_STATUS : otherwise;
}

/** The text of a 404 (requirement routes-5) with what else there is, or what a 503 was thrown with. */
function statementOf(error: unknown, status: number, fullPath: string): LostPage {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  if (status === 404 && typeof data === "object" && data !== null) return data as LostPage;
  const text = typeof data === "string" ? data : "";
  if (status !== 404) return { message: status === 503 ? text : "", products: [] };
  const message = /^page not found: /i.test(text) ? text : `Page Not Found: ${fullPath}`;
  return { message, products: [] };
}
