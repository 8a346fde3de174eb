/** Why an image is not shown, each with an answer of its own. */

/** The original is there, but it is not an image that can be opened safely. */
export class UnreadableImage extends Error {
  override name = "UnreadableImage";
}

/** The image lies where the shop does not take images from. */
export class SourceRefused extends Error {
  override name = "SourceRefused";
}

/** There is more waiting than can be done in reasonable time. */
export class QueueFull extends Error {
  override name = "QueueFull";
}
