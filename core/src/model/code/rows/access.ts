import { error, retryable, type CodeRow } from "../code-row.ts";

/** Of permissions, keys and signatures. */
export const ACCESS_CODES = {
  forbidden: error(13, 1, {
    error: [403, "Permission is missing", "没有权限"],
    detail: "当前身份不能执行此操作。",
    means: ["The caller lacks a permission", "没有权限"],
    advice: ["Ask an administrator for the permission that the message names", "向管理员申请提示中的权限"],
  }) as CodeRow,
  key_missing: error(13, 6, {
    error: [409, "Key is missing", "缺少密钥"],
    detail: "服务端没有所需的密钥，请检查 MOJOB_KEYS_FILE。",
    means: [
      "The process has no keys, or not the one that a secret was sealed with",
      "进程没有密钥，或缺少加密所用的密钥",
    ],
    advice: ["Configure the key", "配置密钥"],
  }) as CodeRow,
  secret_not_found: error(13, 7, {
    error: [404, "Secret not found", "机密不存在"],
    detail: "机密可能已被删除。",
    means: ["The app has no secret of this name", "机密不存在"],
    advice: ["Look the name up in the list of secrets", "在机密列表中核对名称"],
  }) as CodeRow,
  secret_taken: error(13, 8, {
    error: [409, "Secret exists", "机密已存在"],
    detail: "该应用已有同名的机密。",
    means: ["The app has a secret of this name already", "同名机密已存在"],
    advice: ["Change that one, or choose another name", "修改已有机密，或更换名称"],
  }) as CodeRow,
  unauthorized: error(13, 9, {
    request: [401, "Token is missing or wrong", "令牌缺失或不正确"],
    detail: "请重新登录。",
    means: ["The token is missing or wrong", "令牌缺失或错误"],
    advice: ["Send a valid token", "使用有效的令牌"],
  }) as CodeRow,
  not_signed_in: error(13, 10, {
    request: [401, "Nobody is signed in", "尚未登录"],
    detail: "请先登录此面板所在的应用。",
    means: ["Nobody is signed in", "未登录"],
    advice: ["Sign in", "登录"],
  }) as CodeRow,
  signature_required: error(13, 11, {
    request: [401, "A signature is required", "需要签名"],
    detail: "执行器须对请求签名。",
    means: ["The app's calls have to be signed", "调用需要签名"],
    advice: ["Sign the call with the executor key", "用执行器密钥签名"],
  }) as CodeRow,
  signature_refused: error(13, 12, {
    request: [401, "Signature is refused", "签名未通过"],
    detail: "请检查执行器的密钥和时钟。",
    means: ["The signature does not fit the call, or is too old", "签名不符或已过期"],
    advice: ["Look at the key, the clock and what is signed", "检查密钥、时钟和签名内容"],
  }) as CodeRow,
  digest_mismatch: error(13, 13, {
    request: [400, "Body does not have its digest", "请求体与其摘要不符"],
    detail: "请求体在传输中被改动，或 Content-Digest 有误。",
    means: ["The body does not have the digest that was signed", "请求体与签名的摘要不符"],
    advice: ["Look at what changes the body on its way", "检查途中是否被修改"],
  }) as CodeRow,
  foreign_host: error(13, 14, {
    request: [403, "Host is not loopback", "只接受来自本机的访问"],
    detail: "未配置令牌时，调度器只服务于本机。",
    means: ["The name by which the server was called is not one of its own", "访问的主机名不被允许"],
    advice: [
      "Call it by its name, or allow the name in its configuration",
      "使用正确的主机名，或在配置中允许",
    ],
  }) as CodeRow,
  foreign_origin: error(13, 15, {
    request: [403, "Origin is foreign", "请求来自其他网站"],
    detail: "调度器不接受其他网站页面的请求。",
    means: ["A page of another origin made the call", "请求来自其他来源的页面"],
    advice: [
      "Allow the origin in the configuration, or call from a server",
      "在配置中允许该来源，或从服务端调用",
    ],
  }) as CodeRow,
  too_many_attempts: retryable(13, 16, {
    error: [429, "Too many attempts", "尝试次数过多"],
    detail: "请稍后再试。",
    means: ["Too many wrong tokens came from this address", "令牌错误次数过多"],
    advice: ["Wait, and look at the token", "稍后再试，并检查令牌"],
  }) as CodeRow,
};
