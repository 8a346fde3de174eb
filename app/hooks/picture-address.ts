/** Where pictures are: at the shop itself, or at the service that transforms them. */
import { createContext, useContext } from "react";

import { paths } from "#app/paths.ts";
import type { ImageQuality, ImageWidth } from "#app/services/images/images-port.ts";
import {
  transformationAddress,
  type TransformationService,
} from "#app/services/images/transformation-address.ts";

import { useSaveData } from "./save-data.ts";

/** The transformation service of the shop, or null where it resizes its pictures itself. */
export const PictureServiceContext = createContext<TransformationService | null>(null);

/** For whoever saves data. Everybody else gets the usual quality. */
const SAVING_QUALITY: ImageQuality = 50;
const USUAL_QUALITY: ImageQuality = 75;

/** The address of a picture in a width, by its file. */
export function usePictureAddress(): (file: string, width: ImageWidth) => string {
  const service = useContext(PictureServiceContext);
  const savesData = useSaveData();
  const quality = savesData ? SAVING_QUALITY : USUAL_QUALITY;
  return (file, width) =>
    service
      ? transformationAddress(service, { file, width, quality })
      : paths.image(file, width, savesData ? quality : undefined);
}
