import type { TRANSFER_FORM_EN } from "../en/transfer-form.ts";
import type { Wording } from "../wording.ts";

export const TRANSFER_FORM_ZH: Wording<typeof TRANSFER_FORM_EN> = {
  connection: "服务器",
  connectionHint: "应用的节点提供的连接（MOJOB_TRANSFER_JOBS）",
  chooseConnection: "服务器",
  operation: {
    download: "下载文件",
    upload: "上传文件",
    list: "列出目录",
    exists: "检查文件是否存在",
    move: "移动文件",
    remove: "删除文件",
  },
  path: {
    from: "服务器上的来源路径",
    to: "服务器上的目标路径",
    at: "服务器上的路径",
  },
  pathHint: "连接目录下的路径；{{argument}} 代表本次运行的参数",
  skip: "跳过",
  noChecksum: "不计算",
};
