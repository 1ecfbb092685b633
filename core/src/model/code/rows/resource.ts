import { error, retryable, type WorkRow } from "../code-row.ts";
import * as en from "../parts.en.ts";
import * as zh from "../parts.zh.ts";

/** Of what jobs need: files, databases, services and secrets. */
export const RESOURCE_CODES = {
  file_unavailable: retryable(14, 1, {
    means: [
      "A file or folder that the job needs is not there, or not as it is wanted",
      "任务所需的文件或目录不存在或不符合要求",
    ],
    advice: [
      "Look for it on the worker's machine, and at what should make it",
      "在节点机器上查找，并检查生成它的步骤",
    ],
    work: [
      (given) => `File "${given.name}" is not there, or not as it is wanted${en.last(given)}`,
      (given) => `文件“${given.name}”不存在或不符合要求${zh.last(given)}`,
    ],
  }) as WorkRow,
  database_unavailable: retryable(14, 2, {
    means: [
      "A database that the job needs does not respond, or does not have what is wanted",
      "任务所需的数据库没有响应或不符合要求",
    ],
    advice: [
      "Look at the database, at what should fill it, and whether the worker reaches it",
      "检查该数据库及写入数据的步骤，以及节点能否访问它",
    ],
    work: [
      (given) =>
        `Database "${given.name}" does not respond, or does not have what is wanted${en.last(given)}`,
      (given) => `数据库“${given.name}”没有响应或不符合要求${zh.last(given)}`,
    ],
  }) as WorkRow,
  service_unavailable: retryable(14, 3, {
    means: [
      "A service that the job needs does not respond, or not as it is wanted",
      "任务所需的服务没有响应或不符合要求",
    ],
    advice: ["Look at the service, and whether the worker reaches it", "检查该服务，以及节点能否访问它"],
    work: [
      (given) => `Service "${given.name}" does not respond, or not as it is wanted${en.last(given)}`,
      (given) => `服务“${given.name}”没有响应或不符合要求${zh.last(given)}`,
    ],
  }) as WorkRow,
  ftp_unavailable: retryable(14, 4, {
    means: [
      "An FTP server that the job needs does not respond, or does not have what is wanted",
      "任务所需的 FTP 服务器没有响应或不符合要求",
    ],
    advice: [
      "Look at the server, at who should put the file there, and whether the worker reaches it",
      "检查该服务器及应上传文件的一方，以及节点能否访问它",
    ],
    work: [
      (given) =>
        `FTP server "${given.name}" does not respond, or does not have what is wanted${en.last(given)}`,
      (given) => `FTP 服务器“${given.name}”没有响应或不符合要求${zh.last(given)}`,
    ],
  }) as WorkRow,
  secret_missing: error(13, 2, {
    means: ["The app has no secret of a name that the work states", "应用没有所引用的机密"],
    advice: ["Create the secret, or correct the name", "创建机密，或更正名称"],
    work: [
      ({ name }) => `The job's app has no secret "${name}"`,
      ({ name }) => `任务所属应用没有机密“${name}”`,
    ],
  }) as WorkRow,
  secret_sealed: retryable(13, 3, {
    means: ["The worker does not have the key that a secret was sealed with", "节点没有加密该机密的密钥"],
    advice: ["Give the worker the key, or save the secret again", "为节点配置密钥，或重新保存机密"],
    work: [
      ({ name, key }) => `Secret "${name}" was sealed with key "${key}", which the worker does not have`,
      ({ name, key }) => `机密“${name}”由密钥“${key}”加密，节点没有该密钥`,
    ],
  }) as WorkRow,
  secret_damaged: retryable(13, 4, {
    means: ["The worker's key does not open the secret", "节点的密钥无法解密该机密"],
    advice: ["Save the secret again, with the key that workers have", "用节点的密钥重新保存机密"],
    work: [
      ({ name, key }) =>
        `Secret "${name}" cannot be opened: the worker's key "${key}" is another one, or what is stored was changed`,
      ({ name, key }) => `无法解密机密“${name}”：节点的密钥“${key}”与加密时不同，或存储的内容已被改动`,
    ],
  }) as WorkRow,
  secrets_too_long: error(13, 5, {
    means: ["The secrets that the job names are longer together than they may be", "任务引用的机密合计过长"],
    advice: ["Name fewer of them", "减少引用的机密"],
    work: [
      ({ limit }) => `The secrets that the job names have more than ${limit} KiB together`,
      ({ limit }) => `任务引用的机密合计超过上限 ${limit} KiB`,
    ],
  }) as WorkRow,
};
