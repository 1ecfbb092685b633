export {
  ArchiveFormat,
  ChecksumAlgorithm,
  FILE_KIND,
  FileDeed,
  type FileWork,
  IfExists,
  type Place,
  type Source,
  type SplitBy,
  type Target,
} from "./file-work.ts";
export { FILE_WORK } from "./work-rules.ts";
