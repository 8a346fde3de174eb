/** The pictures of the shop, by whichever provider the configuration names. */
import { join } from "node:path";

import { config } from "#app/config.server.ts";

import { embeddedImages } from "./images-embedded.server.ts";
import type { ImagesPort } from "./images-port.ts";

export const images: ImagesPort = embeddedImages(config.pictureDir, join(config.dataDir, "pictures"));
