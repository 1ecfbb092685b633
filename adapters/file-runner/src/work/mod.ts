export { partsOf, type Place } from "../place/place.ts";
export {
  ArchiveFormat,
  ChecksumAlgorithm,
  FILE_KIND,
  FileOperation,
  type FileWork,
  IfExists,
  isStored,
  type Source,
  type SplitBy,
  type Target,
} from "./file-work.ts";
export {
  namePattern,
  oneOf,
  place,
  source,
  sources,
  statedPathMistake,
  target,
  text,
} from "./place-rules.ts";
export { FILE_WORK } from "./work-rules.ts";
export { offeredNameOf } from "./work-places.ts";
