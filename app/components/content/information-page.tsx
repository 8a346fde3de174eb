import { useRef } from "react";

import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { usePersistedDetails } from "#app/hooks/use-persisted-details.ts";
import { CONTACT_SLUG, type InformationPage, type InformationSummary } from "#app/models/content/content.ts";
import type { HomeContent } from "#app/models/content/home-content.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { paths } from "#app/paths.ts";

import { AmountsNote } from "./amounts-note.tsx";
import { InformationMenu } from "./information-menu.tsx";
import { Prose } from "./prose.tsx";

export type InformationPageBodyProps = Readonly<{
  page: InformationPage;
  pages: ReadonlyArray<InformationSummary>;
  closing: HomeContent["closing"];
  locale: string;
}>;

export function InformationPageBody({ page, pages, closing, locale }: InformationPageBodyProps) {
  const text = useRef<HTMLDivElement>(null);
  usePersistedDetails(text);
  return (
    <div className="sidebar above-6">
      <InformationMenu pages={pages} current={page.slug} />
      <div className="measure" ref={text}>
        <h1 className="d-xl">{page.title}</h1>
        <p className="lead above-4 below-8">{page.excerpt}</p>
        <AmountsNote html={page.html} />
        <Prose html={page.html} />
        <p className="sm muted above-8 below-8">
          Last updated on <time dateTime={page.updatedOn}>{longDay(page.updatedOn, locale)}</time>
        </p>
        {page.slug === CONTACT_SLUG ? null : (
          <Notice
            kind="info"
            action={
              <ButtonLink kind="line" size="is-small" to={paths.information(CONTACT_SLUG)}>
                Contact us
              </ButtonLink>
            }
          >
            <b>{closing.heading}</b> {closing.text}
          </Notice>
        )}
      </div>
    </div>
  );
}
