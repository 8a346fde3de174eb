import type { AgeBand } from "#app/components/age/age-ruler.tsx";
import { resolveCategory } from "#app/models/catalogue/category.server.ts";
import type { CategoryNode } from "#app/models/catalogue/category.ts";
import { listProducts } from "#app/models/listing/listing.server.ts";
import type { Listing } from "#app/models/listing/listing.ts";
import { keptPerVersion } from "#app/models/platform/catalogue-version.server.ts";
import { paths } from "#app/paths.ts";

/** Slugs of the category whose children are the age bands. */
const AGE_BANDS = ["gifts", "gifts-by-age"] as const;
/** Size in pixels of every product picture's original. */
const SIDE = 1200;

/** The bands of the ruler: every age band is a category of its own. Kept until the catalogue changes. */
export const listAgeBands = keptPerVersion(readAgeBands);

async function readAgeBands(): Promise<ReadonlyArray<AgeBand>> {
  const resolved = await resolveCategory([...AGE_BANDS]);
  if (resolved?.kind !== "found") return [];
  // Counts and pictures only: nothing here depends on the hour.
  const now = new Date();
  return Promise.all(resolved.children.map((band) => ageBand(band, now)));
}

async function ageBand(band: CategoryNode, now: Date): Promise<AgeBand> {
  const category = await resolveCategory(band.path.split("/"));
  const listing =
    category?.kind === "found"
      ? await listProducts({
          scope: { kind: "category", categoryId: category.category.id },
          sort: "featured",
          page: 1,
          now,
        })
      : null;
  return {
    name: band.name,
    to: paths.category(band.path),
    ...(listing ? { countText: giftsText(listing.total) } : {}),
    ...bandPicture(band.image, listing),
  };
}

function giftsText(count: number): string {
  return count === 1 ? "1 gift" : `${count} gifts`;
}

/** The band's own picture, and how deep its object stands in it where a product of the list shows the same one. */
function bandPicture(image: string | null, listing: Listing | null): Pick<AgeBand, "picture" | "sink"> {
  const same = listing?.products.find(({ picture }) => picture.file === image)?.picture;
  const picture = same ?? (image ? { file: image, alt: "", width: SIDE, height: SIDE } : null);
  return { picture, ...(same?.sinkPercent === undefined ? {} : { sink: same.sinkPercent }) };
}
