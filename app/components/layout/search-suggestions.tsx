import { Link } from "@remix-run/react";
import type { ReactNode, RefObject } from "react";
import { Icon } from "#app/components/ui/icon.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { optionId, useCombobox, useTypedText } from "#app/hooks/use-combobox.ts";
import { useSuggestions } from "#app/hooks/use-suggestions.ts";
import type { Suggestions as Found } from "#app/models/search/search.ts";
import { paths } from "#app/paths.ts";
import styles from "./search-suggestions.module.css";

export type SearchSuggestionsProps = Readonly<{
  form: RefObject<HTMLFormElement>;
  listId: string;
}>;

const NOTHING: Found = { searches: [], places: [], products: [], total: 0 };

export function SearchSuggestions({ form, listId }: SearchSuggestionsProps) {
  const typed = useTypedText(form);
  const answer = useSuggestions(typed);
  const found = answer ?? NOTHING;
  const counts = [found.searches.length, found.places.length, found.products.length] as const;
  const isMore = found.total > found.products.length;
  const count = counts[0] + counts[1] + counts[2] + (isMore ? 1 : 0);
  const { isEnabled: isOpen, active } = useCombobox(form, listId, count);
  const option = (place: number) => ({ id: optionId(listId, place), isActive: place === active });
  return (
    <>
      {/* Pressing an option must not take the focus from the field. */}
      <div
        id={listId}
        className={styles.suggest}
        role="listbox"
        aria-label="Suggestions"
        tabIndex={-1}
        hidden={!isOpen}
        onMouseDown={(event) => event.preventDefault()}
      >
        <div role="presentation">
          <Group id={`${listId}-searches`} name="Searches" count={counts[0]}>
            {found.searches.map((text, at) => (
              <Option key={text} {...option(at)} to={paths.search(text)} icon="search">
                <Marked text={text} typed={typed} />
              </Option>
            ))}
          </Group>
          <Group id={`${listId}-places`} name="Departments and articles" count={counts[1]}>
            {found.places.map(({ name, path }, at) => (
              <Option key={path} {...option(counts[0] + at)} to={path} icon="right">
                <Marked text={name} typed={typed} />
              </Option>
            ))}
          </Group>
        </div>
        <Group id={`${listId}-products`} name="Products" count={counts[2]}>
          {found.products.map((product, at) => (
            <Option key={product.path} {...option(counts[0] + counts[1] + at)} to={product.path}>
              <ProductLine product={product} typed={typed} />
            </Option>
          ))}
          {isMore ? (
            <Option {...option(count - 1)} to={paths.search(typed.trim())}>
              <span className="icon-text strong">
                See all {found.total} products
                <Icon name="arrow" />
              </span>
            </Option>
          ) : null}
        </Group>
      </div>
      <p className="visually-hidden" role="status">
        {isOpen ? suggestionsText(count) : ""}
      </p>
    </>
  );
}

function suggestionsText(count: number): string {
  return count === 1 ? "1 suggestion" : `${count} suggestions`;
}

type GroupProps = Readonly<{ id: string; name: string; count: number; children: ReactNode }>;

function Group({ id, name, count, children }: GroupProps) {
  if (count === 0) return null;
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <p id={id} className="label muted" role="presentation">
        {name}
      </p>
      {children}
    </div>
  );
}

type OptionProps = Readonly<{
  id: string;
  isActive: boolean;
  to: string;
  icon?: "search" | "right";
  children: ReactNode;
}>;

/** A link, so that the middle button opens it in a tab. */
function Option({ id, isActive, to, icon, children }: OptionProps) {
  return (
    <Link id={id} className={styles.option} role="option" aria-selected={isActive} tabIndex={-1} to={to}>
      {icon ? <Icon name={icon} size="small" /> : null}
      {children}
    </Link>
  );
}

type ProductLineProps = Readonly<{ product: Found["products"][number]; typed: string }>;

function ProductLine({ product: { name, image, price, age }, typed }: ProductLineProps) {
  return (
    <>
      <ShopImage image={image} alt="" sizes="56px" melt="tint" className={styles.image} />
      <span>
        <span className="strong block">
          <Marked text={name} typed={typed} />
        </span>
        <span className="sm muted">{age ? `${price}, ${age}` : price}</span>
      </span>
    </>
  );
}

function Marked({ text, typed }: Readonly<{ text: string; typed: string }>) {
  return (
    <span>
      {markedParts(text, typed).map(({ part, isTyped }, at) =>
        isTyped ? <mark key={at}>{part}</mark> : part,
      )}
    </span>
  );
}

type Part = Readonly<{ part: string; isTyped: boolean }>;

/** The parts together are `text`. */
export function markedParts(text: string, typed: string): ReadonlyArray<Part> {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return text
    .split(/((?<![\p{L}\p{N}])[\p{L}\p{N}]+)/u)
    .filter(Boolean)
    .flatMap((part): ReadonlyArray<Part> => {
      const lower = part.toLowerCase();
      const letters = Math.max(
        0,
        ...words.filter((word) => lower.startsWith(word)).map(({ length }) => length),
      );
      const parts = [
        { part: part.slice(0, letters), isTyped: true },
        { part: part.slice(letters), isTyped: false },
      ];
      return parts.filter((one) => one.part !== "");
    });
}
