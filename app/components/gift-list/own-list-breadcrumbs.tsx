import { Breadcrumbs, type BreadcrumbsProps } from "#app/components/ui/breadcrumbs.tsx";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";

type OwnListBreadcrumbsProps = Readonly<{
  list: Readonly<{ id: string; name: string }>;
  /** From the list on; the last one is the page. Empty on the page of the list. */
  crumbs: BreadcrumbsProps["crumbs"];
}>;

/** The way to a page of one of the customer's own gift lists. */
export function OwnListBreadcrumbs({ list, crumbs }: OwnListBreadcrumbsProps) {
  const start = [
    { name: "Gift lists", path: paths.giftLists() },
    { name: list.name, path: giftListPaths.ownGiftList(list.id) },
  ];
  return <Breadcrumbs isUnlisted crumbs={[...start, ...crumbs]} />;
}
