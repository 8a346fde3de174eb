/** /manifest.webmanifest (w3.org/TR/appmanifest). */
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

const A_DAY = "public, max-age=86400";

export async function loader() {
  const { name, description, language, themeColour, theme } = await findStore();
  const manifest = {
    id: paths.home(),
    name,
    short_name: name,
    description,
    lang: language,
    start_url: paths.home(),
    scope: paths.home(),
    display: "browser",
    theme_color: themeColour,
    background_color: theme.page,
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json; charset=utf-8", "Cache-Control": A_DAY },
  });
}
