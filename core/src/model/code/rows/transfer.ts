import { error, retryable, type WorkRow } from "../code-row.ts";
import * as en from "../parts.en.ts";
import * as zh from "../parts.zh.ts";

/** Of transfers of files over FTP, FTPS and SFTP. */
export const TRANSFER_CODES = {
  transfer_unavailable: retryable(9, 31, {
    means: [
      "A server that files are transferred from or to cannot be reached, or broke off",
      "文件传输服务器无法访问或中断了连接",
    ],
    advice: ["Look at the server, and whether the worker reaches it", "检查该服务器，以及节点能否访问它"],
    work: [
      (given) => `Server "${given.name}" cannot be reached, or broke off${en.last(given)}`,
      (given) => `服务器“${given.name}”无法访问或中断了连接${zh.last(given)}`,
    ],
  }) as WorkRow,
  transfer_login: error(9, 32, {
    means: ["A server refused the login of a connection", "服务器拒绝了连接的登录"],
    advice: [
      "Look at the connection that the worker is given: its user, its password and its key",
      "检查节点所配置的连接：用户、密码和密钥",
    ],
    work: [
      (given) => `Server "${given.name}" refused the login of the worker's connection${en.last(given)}`,
      (given) => `服务器“${given.name}”拒绝了节点的登录${zh.last(given)}`,
    ],
  }) as WorkRow,
  transfer_identity: error(9, 33, {
    means: [
      "A server is not the one that the connection is for: its host key or its certificate is another",
      "服务器身份不符：主机密钥或证书与连接的配置不一致",
    ],
    advice: [
      "Ask who runs the server; give the connection the new host key or authority if it was changed on purpose",
      "向服务器的运维方确认；若确有变更，为连接配置新的主机密钥或 CA",
    ],
    work: [
      (given) => `Server "${given.name}" is not the one that the connection is for${en.last(given)}`,
      (given) => `服务器“${given.name}”的身份与连接的配置不符${zh.last(given)}`,
    ],
  }) as WorkRow,
  transfer_refused: error(9, 34, {
    means: [
      "A server refuses what the job wants, or does what is not accepted from it",
      "服务器拒绝了任务的操作，或其行为不被接受",
    ],
    advice: ["Look at the rights of the connection's user, and at the path", "检查该连接用户的权限以及路径"],
    work: [
      (given) => `The transfer with server "${given.name}" is refused${en.last(given)}`,
      (given) => `与服务器“${given.name}”的传输被拒绝${zh.last(given)}`,
    ],
  }) as WorkRow,
  transfer_timeout: retryable(9, 35, {
    means: ["A transfer took longer than the connection allows", "传输超过连接的时限"],
    advice: [
      "Transfer less at once, or raise the time limit of the worker's connection",
      "减少每次传输的数量，或提高节点上该连接的时限",
    ],
    work: [
      (given) => `The transfer with server "${given.name}" was ended${en.last(given)}`,
      (given) => `与服务器“${given.name}”的传输被终止${zh.last(given)}`,
    ],
  }) as WorkRow,
  transfer_incomplete: retryable(9, 36, {
    means: ["What was transferred has another size than the file", "传输的内容与文件大小不一致"],
    advice: [
      "Look at whether something changes the file meanwhile; nothing was kept under its name",
      "检查传输期间文件是否被改动；目标名称下没有保留任何内容",
    ],
    work: [
      (given) => `"${given.name}" was not transferred as it is${en.last(given)}`,
      (given) => `“${given.name}”未完整传输${zh.last(given)}`,
    ],
  }) as WorkRow,
};
