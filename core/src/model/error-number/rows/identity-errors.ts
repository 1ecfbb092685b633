import { type ErrorRow, error } from "./error-row.ts";

/** Of people, their roles, tokens and sign-ins. */
export const IDENTITY_ERRORS: Readonly<Record<string, ErrorRow>> = {
  person_not_found: error(
    13,
    30,
    { means: "Nobody has this name", advice: "Look the name up in the list of people" },
    { means: "用户不存在", advice: "在用户列表中核对名称" },
  ),
  person_taken: error(
    13,
    31,
    { means: "Somebody has, or had, this name", advice: "Choose another name: names are not given twice" },
    { means: "用户名已被占用", advice: "更换用户名；用户名不会重复使用" },
  ),
  membership_not_found: error(
    13,
    32,
    { means: "The person does not have this role", advice: "Read the list of roles again" },
    { means: "该用户没有此角色", advice: "刷新角色列表" },
  ),
  last_superadmin: error(
    13,
    33,
    { means: "Nobody else may do everything", advice: "Give these rights to another person first" },
    { means: "没有其他超级管理员", advice: "先将另一用户设为超级管理员" },
  ),
  already_set_up: error(
    13,
    34,
    { means: "There are people already", advice: "Sign in, or have somebody invite you" },
    { means: "已完成初始化", advice: "登录，或请管理员邀请" },
  ),
  link_ended: error(
    13,
    35,
    { means: "The link was used, has expired or was replaced", advice: "Have a new one made" },
    { means: "链接已使用、过期或被替换", advice: "请重新生成链接" },
  ),
  wrong_credentials: error(
    13,
    36,
    {
      means: "The name, the password or the code is wrong",
      advice: "Try again, or have a link made to choose another password",
    },
    { means: "用户名、密码或验证码错误", advice: "重试，或请管理员重置密码" },
  ),
  second_factor_needed: error(
    13,
    37,
    { means: "The person has a second factor", advice: "Send its code besides" },
    { means: "需要两步验证码", advice: "同时提供验证码" },
  ),
  token_not_found: error(
    13,
    38,
    { means: "No token has this id", advice: "Read the list of tokens again" },
    { means: "令牌不存在", advice: "刷新令牌列表" },
  ),
  token_taken: error(
    13,
    39,
    { means: "There is, or was, a token of this name", advice: "Rotate it, or choose another name" },
    { means: "同名令牌已存在", advice: "轮换该令牌，或更换名称" },
  ),
  token_expired: error(
    13,
    40,
    {
      means: "The token has expired, or was rotated",
      advice: "Make another token, or take the one it was rotated to",
    },
    { means: "令牌已过期或已轮换", advice: "新建令牌，或使用轮换后的令牌" },
  ),
  token_revoked: error(
    13,
    41,
    { means: "The token was revoked", advice: "Have another one made" },
    { means: "令牌已吊销", advice: "重新申请令牌" },
  ),
  session_not_found: error(
    13,
    42,
    { means: "No session has this id, or it has ended", advice: "Read the list of sessions again" },
    { means: "会话不存在或已结束", advice: "刷新会话列表" },
  ),
  no_access: error(
    13,
    43,
    {
      means: "The identity provider let the person in, and no role is mapped to their groups",
      advice: "Have an administrator give a role, or map a group",
    },
    { means: "身份验证成功，但未分配角色", advice: "请管理员分配角色或配置用户组映射" },
  ),
  sign_in_failed: error(
    13,
    44,
    {
      means: "The identity provider did not let the person in, or the sign-in took too long",
      advice: "Begin the sign-in again",
    },
    { means: "身份提供方登录失败或超时", advice: "重新登录" },
  ),
  second_factor_required: error(
    13,
    45,
    {
      means: "The tenant is open to people with a second factor alone",
      advice:
        "Set one up under My account; where the device is lost, take a recovery code, or have a superadmin remove it",
    },
    { means: "租户要求启用两步验证", advice: "在“我的账号”中设置；设备丢失时使用恢复码，或请超级管理员移除" },
  ),
};
