/** The original is there, but it is not an image that can be opened safely. */
export class UnreadableImage extends Error {
  override name = "UnreadableImage";
}

/** The image lies where the shop does not take images from. */
export class SourceRefused extends Error {
  override name = "SourceRefused";
}

export class QueueFull extends Error {
  override name = "QueueFull";
}
