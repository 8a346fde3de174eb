import { join } from "node:path";

import { config } from "#app/config.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import { catalogueAddresses, redirectOldPaths } from "#app/models/catalogue/redirects/redirect.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";

import { type CatalogueClaim, catalogueClaims } from "./catalogue-claims.server.ts";
import { checkCatalogue } from "./check-catalogue.ts";
import { checkCompatibility } from "./check-compatibility.ts";
import type { EditConflict } from "./edited-products.server.ts";
import { listImages, type MeasuredImage, measureImages } from "./measure-images.server.ts";
import type { ValidationIssue } from "./validation-issue.ts";
import { type Catalogue, type CatalogueFiles, readCatalogue } from "./read-catalogue.server.ts";
import { writeCatalogue } from "./write-catalogue.server.ts";

export type ImportSummary = Readonly<{
  products: number;
  variants: number;
  images: number;
  rowsWritten: number;
  edited: ReadonlyArray<EditConflict>;
  editedSettings: ReadonlyArray<string>;
  /** In what was read, also where the shop's own version was left alone. */
  claims: ReadonlyArray<CatalogueClaim>;
}>;

export type ImportResult =
  | Readonly<{ ok: true; value: ImportSummary }>
  | Readonly<{ ok: false; problems: ReadonlyArray<ValidationIssue> }>;

type ImportOptions = Readonly<{
  /** Folder of the images; "imagery" beside the catalogue folder when not given. */
  imagery?: string;
  /** True: the catalogue wins over what was edited by hand. Otherwise such products stay as they are. */
  overwritesEdits?: boolean;
  measureAgain?: boolean;
  onMeasured?: (done: number, total: number) => void;
  /** In the transaction of the import, where it wrote anything. */
  onWritten?: () => Promise<void>;
}>;

/** All of it or nothing. Days "ago" are counted back from `now` the first time, and stay as they are from then on. */
export async function importCatalogue(
  folder: string,
  now: Date,
  { overwritesEdits = false, onWritten, ...options }: ImportOptions = {},
): Promise<ImportResult> {
  const imagery = options.imagery ?? join(folder, "..", "imagery");
  const read = await readImport(folder, { ...options, imagery });
  if (!read.ok) return read;
  return withoutMisfits(() =>
    transact(async () => {
      const done = await writeImport(read.value, { now, overwritesEdits });
      if (done.ok && done.value.rowsWritten > 0) await onWritten?.();
      return done;
    }),
  );
}

export type ReadImport = Readonly<{
  catalogue: Catalogue;
  measured: ReadonlyMap<string, MeasuredImage>;
  claims: ImportSummary["claims"];
}>;

type ReadOptions = Omit<ImportOptions, "overwritesEdits" | "imagery" | "onWritten"> &
  Readonly<{
    imagery: string;
    /** True where an image that the shop shows already need not be in the folder of the images. */
    hasShopImages?: boolean;
  }>;

type ReadResult = Readonly<{ ok: true; value: ReadImport }> | Extract<ImportResult, { ok: false }>;

export function readShopImport(files: CatalogueFiles): Promise<ReadResult> {
  return readImport(files, { imagery: config.imageDir, hasShopImages: true });
}

async function readImport(source: string | CatalogueFiles, options: ReadOptions): Promise<ReadResult> {
  const problems: Array<ValidationIssue> = [];
  const report = (problem: ValidationIssue) => {
    problems.push(problem);
    if (problems.length >= PROBLEMS_MAX) throw new EnoughProblems();
  };
  try {
    const [catalogue, inFolder, inShop] = await Promise.all([
      readCatalogue(source, report),
      listImages(options.imagery),
      options.hasShopImages ? shopImages() : [],
    ]);
    checkCatalogue({ catalogue, images: new Set([...inFolder, ...inShop]), report });
    checkCompatibility(catalogue, report);
    if (problems.length > 0) return { ok: false, problems };
    const [measured, claims] = [await measure(catalogue, options), await catalogueClaims(catalogue)];
    return { ok: true, value: { catalogue, measured, claims } };
  } catch (error) {
    if (error instanceof EnoughProblems) return { ok: false, problems };
    throw error;
  }
}

/** Nobody mends more than these at once, and one wrong column makes one in each row. */
const PROBLEMS_MAX = 1_000;

class EnoughProblems extends Error {}

async function shopImages(): Promise<ReadonlyArray<string>> {
  const rows = await db().selectFrom("product_images").select("file").distinct().execute();
  return rows.map(({ file }) => file);
}

/** Rows that a table refused are a problem too. `write` opens the transaction. */
export async function withoutMisfits<Done>(
  write: () => Promise<Done>,
): Promise<Done | Extract<ImportResult, { ok: false }>> {
  try {
    return await write();
  } catch (error) {
    if (!isConstraint(error)) throw error;
    const message = `does not fit what the shop holds already (${(error as Error).message})`;
    return { ok: false, problems: [{ file: "", row: "", field: "", message }] };
  }
}

/** Such as a slug that a hidden product still has. */
function isConstraint(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && (code.startsWith("SQLITE_CONSTRAINT") || code.startsWith("23"));
}

async function measure(catalogue: Catalogue, { imagery, measureAgain, onMeasured }: ReadOptions) {
  const known = new Map<string, MeasuredImage>();
  if (!measureAgain) {
    const rows = await db()
      .selectFrom("product_images")
      .select(["file", "width", "height", "sink_percent"])
      .execute();
    for (const row of rows) {
      known.set(row.file, { width: row.width, height: row.height, sinkPercent: row.sink_percent });
    }
  }
  const unknown = new Map(
    catalogue.products
      .flatMap(({ row }) => row.images)
      .filter(({ file }) => !known.has(file))
      .map(({ file, role }) => [file, { file, isHero: role === "hero" }]),
  );
  return new Map([...known, ...(await measureImages(imagery, [...unknown.values()], onMeasured))]);
}

type Writing = Readonly<{ now: Date; overwritesEdits: boolean }>;

/** In the caller's transaction, which must be rolled back where there are problems. */
export async function writeImport(read: ReadImport, options: Writing): Promise<ImportResult> {
  const writing = { ...read, ...options };
  const addresses = await catalogueAddresses();
  const { rowsWritten, problems, conflicts, settings } = await writeCatalogue(writing);
  if (problems.length > 0) return { ok: false, problems };
  if (rowsWritten > 0) {
    await redirectOldPaths(addresses, writing.now);
    await bumpCatalogueVersion();
  }
  const { products } = writing.catalogue;
  return {
    ok: true,
    value: {
      products: products.length,
      variants: products.reduce((sum, { row }) => sum + row.variants.length, 0),
      images: products.reduce((sum, { row }) => sum + row.images.length, 0),
      rowsWritten,
      edited: conflicts,
      editedSettings: settings,
      claims: writing.claims,
    },
  };
}
