import { createContext, useContext } from "react";

import { paths } from "#app/paths.ts";
import type { ImageWidth } from "#app/services/images/image-widths.ts";
import type { ImageQuality } from "#app/services/images/images-port.ts";
import {
  transformationAddress,
  type TransformationService,
} from "#app/services/images/transformation-address.ts";

import { useSaveData } from "./save-data.ts";

/** Null where the shop resizes images itself. */
export const ImageServiceContext = createContext<TransformationService | null>(null);

/** With Save-Data. */
const SAVING_QUALITY: ImageQuality = 50;
const USUAL_QUALITY: ImageQuality = 75;

export function useImageUrl(): (file: string, width: ImageWidth) => string {
  const service = useContext(ImageServiceContext);
  const savesData = useSaveData();
  const quality = savesData ? SAVING_QUALITY : USUAL_QUALITY;
  return (file, width) =>
    service
      ? transformationAddress(service, { file, width, quality })
      : paths.image(file, width, savesData ? quality : undefined);
}
