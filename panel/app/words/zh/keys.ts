import type { Wording } from "../wording.ts";
import type { KEYS_EN } from "../en/keys.ts";

export const KEYS_ZH: Wording<typeof KEYS_EN> = {
  title: "{{app}} 的签名密钥",
  open: "签名密钥",
  explanation:
    "其他语言的执行器用于签名请求的公钥（Ed25519），可与令牌并用或取代令牌。私钥只保存在执行器一侧。",
  empty: "没有登记密钥",
  emptyHint: "该应用的执行器仅凭应用令牌验证身份。",
  executor: "执行器",
  everyExecutor: "该应用的所有执行器",
  keyid: "密钥标识",
  copy: "复制 {{keyid}}",
  created: "添加时间",
  by: "操作人：{{by}}",
  used: "最近使用",
  unused: "从未使用",
  add: "添加密钥",
  addTo: "为 {{app}} 添加密钥",
  addHint:
    "在执行器所在机器上生成密钥，并粘贴其公钥。每个执行器最多两个密钥：先添加新密钥，切换执行器，再移除旧密钥。",
  publicKey: "公钥",
  executorName: "执行器名称",
  executorHint: "仅允许该执行器使用此密钥。留空表示该应用的所有执行器",
  added: "已添加 {{keyid}}",
  remove: "移除",
  removeOf: "移除 {{keyid}}",
  removeTitle: "移除此密钥？",
  neverUsed: "从未有请求用它签名。",
  lastUsed: "最近一次使用：{{time}}。",
  removeConsequence:
    "之后用它签名的请求会被拒绝。仍在使用它的执行器不会再收到运行，也无法上报结果：其运行按执行器失联处理，任务允许重试时会重试。",
  removeOther: "同一执行器的另一个密钥仍然有效，请先将执行器切换到该密钥。",
  removeLast: "这是最后一个密钥：需要签名的执行器须先换用新密钥。",
  removed: "已移除 {{keyid}}",
};
