import { type ErrorRow, error } from "./error-row.ts";

/** Of files that runs leave in the store. */
export const FILE_ERRORS: Readonly<Record<string, ErrorRow>> = {
  file_not_found: error(
    9,
    1,
    {
      means: "The stored file is not there: it was removed with its run, or replaced by a later attempt",
      advice: "Run again what makes the file; keep its job's runs longer where files are needed longer",
    },
    {
      means: "存储的文件不存在：已随运行清理，或被之后的执行替换",
      advice: "重新运行生成该文件的任务，或延长其运行保留时间",
    },
  ),
  file_refused: error(
    9,
    10,
    {
      means: "The file is larger than files may be, or one more than a run may have",
      advice: "Leave fewer or smaller files, or keep them elsewhere and return where they are",
    },
    { means: "文件超过大小上限，或运行的文件数已达上限", advice: "减少或缩小文件，或存放到别处并返回其位置" },
  ),
};
