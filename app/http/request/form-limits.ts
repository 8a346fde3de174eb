/** What a form may have. The largest form of the shop is that of a product at the desk. */
import { PRODUCT_IMAGES_MAX } from "#app/models/catalogue/editing/product-images.ts";
import { FORM_VARIANTS_MAX, VARIANT_FIELDS } from "#app/models/desk/products/variant-form.ts";

/** Texts, prices, marks of what the form was made from, and choices between two versions: about 80, with room for more. */
const OTHER_FIELDS_MAX = 120;

export const FIELDS_MAX = OTHER_FIELDS_MAX + PRODUCT_IMAGES_MAX + VARIANT_FIELDS * FORM_VARIANTS_MAX;

/** Forms say in words how many files they take: only a broken or hostile client sends this many. */
const FILES_MAX = 50;

/** Parts of a form with files. */
export const PARTS_MAX = FIELDS_MAX + FILES_MAX;

/** Characters of a form's fields as they are sent. The front server has a limit too, but development has none. */
export const FORM_MAX_BYTES = 65_536;
