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
  database_login: error(14, 21, {
    means: ["A database refused the login of a connection", "数据库拒绝了连接的登录"],
    advice: [
      "Look at the connection that the worker is given: its user, its password and its database",
      "检查节点所配置的连接：用户、密码和库名",
    ],
    work: [
      (given) => `Database "${given.name}" refused the login of the worker's connection${en.last(given)}`,
      (given) => `数据库“${given.name}”拒绝了节点的登录${zh.last(given)}`,
    ],
  }) as WorkRow,
  sql_refused: error(14, 22, {
    means: [
      "The statement cannot be executed: it is wrong, or does what the connection may not",
      "语句无法执行：语句有误，或超出该连接的权限",
    ],
    advice: [
      "Correct the statement, or give the connection's user what it lacks",
      "修正语句，或为该连接的用户补充权限",
    ],
    work: [
      (given) => `The statement cannot be executed on database "${given.name}"${en.last(given)}`,
      (given) => `语句无法在数据库“${given.name}”上执行${zh.last(given)}`,
    ],
  }) as WorkRow,
  sql_constraint: error(14, 23, {
    means: ["The statement breaks a constraint of the database", "语句违反了数据库的约束"],
    advice: ["Look at the values, and at the rows that are there", "检查取值和已有的数据"],
    work: [
      (given) => `The statement breaks a constraint of database "${given.name}"${en.last(given)}`,
      (given) => `语句违反了数据库“${given.name}”的约束${zh.last(given)}`,
    ],
  }) as WorkRow,
  sql_timeout: retryable(14, 24, {
    means: [
      "The statement took longer than the connection allows, or was ended at the database",
      "语句执行超过连接的时限，或在数据库端被终止",
    ],
    advice: [
      "Make the statement faster, or raise the time limit of the worker's connection",
      "优化语句，或提高节点上该连接的时限",
    ],
    work: [
      (given) => `The statement was ended on database "${given.name}"${en.last(given)}`,
      (given) => `数据库“${given.name}”上的语句被终止${zh.last(given)}`,
    ],
  }) as WorkRow,
  sql_conflict: retryable(14, 25, {
    means: [
      "The statement could not go on beside others: a deadlock, a lock or a serialization failure",
      "语句与其他事务冲突：死锁、锁等待或序列化失败",
    ],
    advice: ["Try again; where it happens often, run fewer of them at once", "重试；若经常发生，降低并发"],
    work: [
      (given) => `The statement is in conflict with others on database "${given.name}"${en.last(given)}`,
      (given) => `语句在数据库“${given.name}”上与其他事务冲突${zh.last(given)}`,
    ],
  }) as WorkRow,
  rows_limit: error(14, 26, {
    means: ["The statement returns more than it may", "语句返回的数据超过上限"],
    advice: [
      "Select less, have the rows written into a file, or raise the worker's limit",
      "减少查询的数据，改为写入文件，或提高节点的上限",
    ],
    work: [
      (given) => `The statement on database "${given.name}" returns more than it may${en.last(given)}`,
      (given) => `数据库“${given.name}”上的语句返回的数据超过上限${zh.last(given)}`,
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
