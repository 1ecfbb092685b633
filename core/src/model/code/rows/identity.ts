import { error, type CodeRow } from "../code-row.ts";

/** Of people, their roles, tokens and sign-ins. */
export const IDENTITY_CODES = {
  person_not_found: error(13, 30, {
    error: [404, "Person not found", "用户不存在"],
    detail: "用户列表中没有此名称。",
    means: ["Nobody has this name", "用户不存在"],
    advice: ["Look the name up in the list of people", "在用户列表中核对名称"],
  }) as CodeRow,
  person_taken: error(13, 31, {
    error: [409, "The name is taken", "用户名已被占用"],
    detail: "用户名已被使用过，请更换。",
    means: ["Somebody has, or had, this name", "用户名已被占用"],
    advice: ["Choose another name: names are not given twice", "更换用户名；用户名不会重复使用"],
  }) as CodeRow,
  membership_not_found: error(13, 32, {
    error: [404, "Role not found", "角色不存在"],
    detail: "该用户没有此角色，请刷新列表。",
    means: ["The person does not have this role", "该用户没有此角色"],
    advice: ["Read the list of roles again", "刷新角色列表"],
  }) as CodeRow,
  last_superadmin: error(13, 33, {
    error: [409, "The last one who may do everything", "最后一个超级管理员"],
    detail: "没有其他超级管理员，请先指定另一人。",
    means: ["Nobody else may do everything", "没有其他超级管理员"],
    advice: ["Give these rights to another person first", "先将另一用户设为超级管理员"],
  }) as CodeRow,
  already_set_up: error(13, 34, {
    error: [409, "It is set up already", "已完成初始化"],
    detail: "已有用户，请登录或请管理员邀请。",
    means: ["There are people already", "已完成初始化"],
    advice: ["Sign in, or have somebody invite you", "登录，或请管理员邀请"],
  }) as CodeRow,
  link_ended: error(13, 35, {
    error: [409, "The link cannot be used", "链接已失效"],
    detail: "链接已使用、过期或被替换，请重新生成。",
    means: ["The link was used, has expired or was replaced", "链接已使用、过期或被替换"],
    advice: ["Have a new one made", "请重新生成链接"],
  }) as CodeRow,
  wrong_credentials: error(13, 36, {
    error: [401, "Name, password or code is wrong", "登录失败"],
    detail: "用户名、密码或验证码错误。",
    means: ["The name, the password or the code is wrong", "用户名、密码或验证码错误"],
    advice: ["Try again, or have a link made to choose another password", "重试，或请管理员重置密码"],
  }) as CodeRow,
  second_factor_needed: error(13, 37, {
    error: [401, "A second factor is needed", "需要验证码"],
    detail: "请输入身份验证器中的验证码。",
    means: ["The person has a second factor", "需要两步验证码"],
    advice: ["Send its code besides", "同时提供验证码"],
  }) as CodeRow,
  token_not_found: error(13, 38, {
    error: [404, "Token not found", "令牌不存在"],
    detail: "令牌列表中没有此令牌。",
    means: ["No token has this id", "令牌不存在"],
    advice: ["Read the list of tokens again", "刷新令牌列表"],
  }) as CodeRow,
  token_taken: error(13, 39, {
    error: [409, "The name is taken", "令牌名称已被占用"],
    detail: "请轮换该令牌，或更换名称。",
    means: ["There is, or was, a token of this name", "同名令牌已存在"],
    advice: ["Rotate it, or choose another name", "轮换该令牌，或更换名称"],
  }) as CodeRow,
  token_expired: error(13, 40, {
    error: [401, "Token has expired", "令牌已过期"],
    detail: "令牌已过期或已轮换。",
    means: ["The token has expired, or was rotated", "令牌已过期或已轮换"],
    advice: ["Make another token, or take the one it was rotated to", "新建令牌，或使用轮换后的令牌"],
  }) as CodeRow,
  token_revoked: error(13, 41, {
    error: [401, "Token is revoked", "令牌已吊销"],
    detail: "令牌已被吊销。",
    means: ["The token was revoked", "令牌已吊销"],
    advice: ["Have another one made", "重新申请令牌"],
  }) as CodeRow,
  session_not_found: error(13, 42, {
    error: [404, "Session not found", "会话不存在"],
    detail: "会话不存在或已结束，请刷新列表。",
    means: ["No session has this id, or it has ended", "会话不存在或已结束"],
    advice: ["Read the list of sessions again", "刷新会话列表"],
  }) as CodeRow,
  no_access: error(13, 43, {
    error: [403, "No access", "没有访问权限"],
    detail: "登录成功，但尚未分配角色，请联系管理员。",
    means: [
      "The identity provider let the person in, and no role is mapped to their groups",
      "身份验证成功，但未分配角色",
    ],
    advice: ["Have an administrator give a role, or map a group", "请管理员分配角色或配置用户组映射"],
  }) as CodeRow,
  sign_in_failed: error(13, 44, {
    error: [400, "Sign-in failed", "登录失败"],
    detail: "身份提供方登录失败或超时，请重新登录。",
    means: [
      "The identity provider did not let the person in, or the sign-in took too long",
      "身份提供方登录失败或超时",
    ],
    advice: ["Begin the sign-in again", "重新登录"],
  }) as CodeRow,
  second_factor_required: error(13, 45, {
    error: [403, "A second factor has to be set up", "需要启用两步验证"],
    detail: "该租户要求两步验证，请先在“我的账号”中设置。",
    means: ["The tenant is open to people with a second factor alone", "租户要求启用两步验证"],
    advice: [
      "Set one up under My account; where the device is lost, take a recovery code, or have a superadmin remove it",
      "在“我的账号”中设置；设备丢失时使用恢复码，或请超级管理员移除",
    ],
  }) as CodeRow,
};
