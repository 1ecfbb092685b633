export {
  type DownloadWork,
  type ExistsWork,
  IfThere,
  type ListWork,
  type MoveWork,
  type RemotePath,
  type RemoveWork,
  TRANSFER_KIND,
  TransferOperation,
  type TransferWork,
  type UploadWork,
} from "./transfer-work.ts";
export { TRANSFER_WORK } from "./work-rules.ts";
