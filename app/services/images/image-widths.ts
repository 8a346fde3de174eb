/** The six screens of the shop, in pixels: what `srcset` offers of images that grow with the page. */
export const IMAGE_SCREENS = [320, 640, 768, 1024, 1280, 1536] as const;
export const IMAGE_SMALL_WIDTHS = [96, 160, 240] as const;
/** All widths that are made. A free width would let anybody fill the disk. */
export const IMAGE_WIDTHS = [...IMAGE_SMALL_WIDTHS, ...IMAGE_SCREENS] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
