export type { Place } from "../place/place.ts";
export {
  ArchiveFormat,
  ChecksumAlgorithm,
  FILE_KIND,
  FileOperation,
  type FileWork,
  IfExists,
  type Source,
  type SplitBy,
  type Target,
} from "./file-work.ts";
export { FILE_WORK } from "./work-rules.ts";
