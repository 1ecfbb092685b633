import { type ErrorRow, error } from "./error-row.ts";

/** Of what jobs need. */
export const RESOURCE_ERRORS: Readonly<Record<string, ErrorRow>> = {
  file_unavailable: error(
    14,
    1,
    {
      means: "A file or folder that the job needs is not there, or not as it is wanted",
      advice: "Look for it on the worker's machine, and at what should make it",
    },
    { means: "任务所需的文件或目录不存在或不符合要求", advice: "在节点机器上查找，并检查生成它的步骤" },
    { isRetryable: true },
  ),
  database_unavailable: error(
    14,
    2,
    {
      means: "A database that the job needs does not respond, or does not have what is wanted",
      advice: "Look at the database, at what should fill it, and whether the worker reaches it",
    },
    {
      means: "任务所需的数据库没有响应或不符合要求",
      advice: "检查该数据库及写入数据的步骤，以及节点能否访问它",
    },
    { isRetryable: true },
  ),
  service_unavailable: error(
    14,
    3,
    {
      means: "A service that the job needs does not respond, or not as it is wanted",
      advice: "Look at the service, and whether the worker reaches it",
    },
    { means: "任务所需的服务没有响应或不符合要求", advice: "检查该服务，以及节点能否访问它" },
    { isRetryable: true },
  ),
  ftp_unavailable: error(
    14,
    4,
    {
      means: "An FTP server that the job needs does not respond, or does not have what is wanted",
      advice: "Look at the server, at who should put the file there, and whether the worker reaches it",
    },
    {
      means: "任务所需的 FTP 服务器没有响应或不符合要求",
      advice: "检查该服务器及应上传文件的一方，以及节点能否访问它",
    },
    { isRetryable: true },
  ),
};
