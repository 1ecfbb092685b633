import { type ErrorRow, error } from "./error-row.ts";

/** Of permissions, secrets and signatures. */
export const ACCESS_ERRORS: Readonly<Record<string, ErrorRow>> = {
  forbidden: error(
    13,
    1,
    {
      means: "The caller lacks a permission",
      advice: "Ask an administrator for the permission that the message names",
    },
    { means: "没有权限", advice: "向管理员申请提示中的权限" },
  ),
  secret_missing: error(
    13,
    2,
    {
      means: "The app has no secret of a name that the work states",
      advice: "Create the secret, or correct the name",
    },
    { means: "应用没有所引用的机密", advice: "创建机密，或更正名称" },
  ),
  secret_sealed: error(
    13,
    3,
    {
      means: "The worker does not have the key that a secret was sealed with",
      advice: "Give the worker the key, or save the secret again",
    },
    { means: "节点没有加密该机密的密钥", advice: "为节点配置密钥，或重新保存机密" },
    { isRetryable: true },
  ),
  secret_damaged: error(
    13,
    4,
    {
      means: "The worker's key does not open the secret",
      advice: "Save the secret again, with the key that workers have",
    },
    { means: "节点的密钥无法解密该机密", advice: "用节点的密钥重新保存机密" },
    { isRetryable: true },
  ),
  secrets_too_long: error(
    13,
    5,
    {
      means: "The secrets that the job names are longer together than they may be",
      advice: "Name fewer of them",
    },
    { means: "任务引用的机密合计过长", advice: "减少引用的机密" },
  ),
  key_missing: error(
    13,
    6,
    {
      means: "The process has no keys, or not the one that a secret was sealed with",
      advice: "Configure the key",
    },
    { means: "进程没有密钥，或缺少加密所用的密钥", advice: "配置密钥" },
  ),
  secret_not_found: error(
    13,
    7,
    { means: "The app has no secret of this name", advice: "Look the name up in the list of secrets" },
    { means: "机密不存在", advice: "在机密列表中核对名称" },
  ),
  secret_taken: error(
    13,
    8,
    { means: "The app has a secret of this name already", advice: "Change that one, or choose another name" },
    { means: "同名机密已存在", advice: "修改已有机密，或更换名称" },
  ),
  unauthorized: error(
    13,
    9,
    { means: "The token is missing or wrong", advice: "Send a valid token" },
    { means: "令牌缺失或错误", advice: "使用有效的令牌" },
  ),
  not_signed_in: error(
    13,
    10,
    { means: "Nobody is signed in", advice: "Sign in" },
    { means: "未登录", advice: "登录" },
  ),
  signature_required: error(
    13,
    11,
    { means: "The app's calls have to be signed", advice: "Sign the call with the executor key" },
    { means: "调用需要签名", advice: "用执行器密钥签名" },
  ),
  signature_refused: error(
    13,
    12,
    {
      means: "The signature does not fit the call, or is too old",
      advice: "Look at the key, the clock and what is signed",
    },
    { means: "签名不符或已过期", advice: "检查密钥、时钟和签名内容" },
  ),
  digest_mismatch: error(
    13,
    13,
    {
      means: "The body does not have the digest that was signed",
      advice: "Look at what changes the body on its way",
    },
    { means: "请求体与签名的摘要不符", advice: "检查途中是否被修改" },
  ),
  foreign_host: error(
    13,
    14,
    {
      means: "The name by which the server was called is not one of its own",
      advice: "Call it by its name, or allow the name in its configuration",
    },
    { means: "访问的主机名不被允许", advice: "使用正确的主机名，或在配置中允许" },
  ),
  foreign_origin: error(
    13,
    15,
    {
      means: "A page of another origin made the call",
      advice: "Allow the origin in the configuration, or call from a server",
    },
    { means: "请求来自其他来源的页面", advice: "在配置中允许该来源，或从服务端调用" },
  ),
  too_many_attempts: error(
    13,
    16,
    { means: "Too many wrong tokens came from this address", advice: "Wait, and look at the token" },
    { means: "令牌错误次数过多", advice: "稍后再试，并检查令牌" },
    { isRetryable: true },
  ),
  secret_refused: error(
    13,
    17,
    {
      means:
        "The job of a node may not have a secret as an argument: it is of another app than the task, or a program",
      advice: "Take a job of the task's app, or give a program its secrets as files",
    },
    {
      means: "节点的任务不能以参数取得机密：它属于其他应用，或是程序",
      advice: "使用本应用的任务，或以文件方式向程序提供机密",
    },
  ),
};
