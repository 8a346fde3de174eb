/** For an address that changes with what is behind it. */
export const FOR_EVER = "public, max-age=31536000, immutable";
/** Nothing in an image is run, even if a browser takes it for a page. */
export const IMAGE_POLICY = "default-src 'none'; sandbox";
