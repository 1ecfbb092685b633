import { error, retryable, type WorkRow } from "../code-row.ts";
import * as en from "../parts.en.ts";
import * as zh from "../parts.zh.ts";

/** Of work with files. */
export const FILE_CODES = {
  path_refused: error(9, 2, {
    means: [
      "The job may not go to this path: it leads out of the worker's root, or to a link, a device or a file with a second name",
      "任务不能访问该路径：它超出节点的根目录，或指向链接、设备或有硬链接的文件",
    ],
    advice: [
      "State a plain file or folder below a root that the worker has, and may write where that is wanted",
      "改为节点根目录下的普通文件或目录，需要写入时使用可写的根目录",
    ],
    work: [
      (given) => `The job may not go to "${given.name}"${en.last(given)}`,
      (given) => `任务不能访问“${given.name}”${zh.last(given)}`,
    ],
  }) as WorkRow,
  file_exists: error(9, 3, {
    means: ["There is a file or folder of this name already", "同名文件或目录已存在"],
    advice: ["Choose another name, or let the job replace it", "更换名称，或允许任务覆盖"],
    work: [
      (given) => `"${given.name}" is there already${en.last(given)}`,
      (given) => `“${given.name}”已存在${zh.last(given)}`,
    ],
  }) as WorkRow,
  disk_full: retryable(9, 4, {
    means: ["The worker's disk has no place left", "节点磁盘空间不足"],
    advice: ["Make room on the worker's machine", "清理节点机器的磁盘"],
    work: [
      (given) => `There is no place left on the disk for "${given.name}"${en.last(given)}`,
      (given) => `磁盘空间不足，无法写入“${given.name}”${zh.last(given)}`,
    ],
  }) as WorkRow,
  unpack_refused: error(9, 7, {
    means: [
      "The archive is damaged or encrypted, or has an entry that would be written elsewhere or is no plain file",
      "压缩包已损坏或已加密，或包含会写到别处的条目、链接等非普通文件",
    ],
    advice: ["Look at what made it; nothing of it was unpacked", "检查压缩包的来源；没有解压任何内容"],
    work: [
      (given) => `Archive "${given.name}" is refused${en.last(given)}`,
      (given) => `拒绝解压“${given.name}”${zh.last(given)}`,
    ],
  }) as WorkRow,
  checksum_differs: error(9, 9, {
    means: ["The file has another checksum than it should have", "文件校验和不一致"],
    advice: ["Fetch the file again, or correct what is expected", "重新获取文件，或更正期望值"],
    work: [
      (given) => `"${given.name}" has another checksum than it should have${en.last(given)}`,
      (given) => `“${given.name}”的校验和不一致${zh.last(given)}`,
    ],
  }) as WorkRow,
  file_too_large: error(9, 11, {
    means: [
      "There is more than a run may read, write, look at or unpack",
      "超过一次运行可读取、写入、查看或解压的上限",
    ],
    advice: ["Take less at once, or raise the worker's limit", "减少每次处理的数量，或提高节点的上限"],
    work: [
      (given) => `"${given.name}" is too large${en.last(given)}`,
      (given) => `“${given.name}”超过上限${zh.last(given)}`,
    ],
  }) as WorkRow,
};
