import type { AgeBand } from "#app/components/age/age-ruler.tsx";
import { resolveCategory } from "#app/models/catalogue/category.server.ts";
import type { CategoryNode } from "#app/models/catalogue/category.ts";
import { listProducts } from "#app/models/listing/listing.server.ts";
import type { Listing } from "#app/models/listing/listing.ts";
import { cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";
import { paths } from "#app/paths.ts";

const AGE_BANDS = ["gifts", "gifts-by-age"] as const;
/** Pixels on each side of a product image's original. */
const SIDE = 1200;

export const listAgeBands = cachedPerVersion(readAgeBands);

async function readAgeBands(): Promise<ReadonlyArray<AgeBand>> {
  const resolved = await resolveCategory([...AGE_BANDS]);
  if (resolved?.kind !== "found") return [];
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
    ...bandImage(band.image, listing),
  };
}

function giftsText(count: number): string {
  return count === 1 ? "1 gift" : `${count} gifts`;
}

function bandImage(file: string | null, listing: Listing | null): Pick<AgeBand, "image" | "sink"> {
  const same = listing?.products.find(({ image }) => image.file === file)?.image;
  const image = same ?? (file ? { file, alt: "", width: SIDE, height: SIDE } : null);
  return { image, ...(same?.sinkPercent === undefined ? {} : { sink: same.sinkPercent }) };
}
