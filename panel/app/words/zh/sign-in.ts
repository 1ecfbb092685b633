import type { SIGN_IN_EN } from "../en/sign-in.ts";
import type { Wording } from "../wording.ts";

export const SIGN_IN_ZH: Wording<typeof SIGN_IN_EN> = {
  explanation: "此调度器需要令牌，即服务端 MOJOB_TOKEN 的值。令牌只发送一次，不会保存在浏览器中。",
  explanationOfStart:
    "此调度器只允许启动它的用户进入。请打开启动时输出的链接，或粘贴启动时所示文件中的令牌。每次启动都会输出新的链接。",
  token: "令牌",
  wrong: "令牌不正确",
  name: "用户名或邮箱",
  password: "密码",
  code: "验证码",
  codeHint: "身份验证器中的验证码，或保存的恢复码",
  wrongName: "用户名、密码或验证码错误",
  or: "或",
  withProvider: "通过 {{provider}} 登录",
  byToken: "使用服务端令牌",
  byName: "使用用户名登录",
  notSetUp: "还没有可登录的用户。请打开调度器启动时输出的链接。",
  welcome: "欢迎",
  welcomeFirst: "您将成为第一个管理员，可执行任何操作。请设置用户名和密码。",
  startLinkEnded:
    "启动时输出的链接只能登录一个浏览器，且只能使用一次。请使用令牌文件中的令牌登录，或重新启动进程。",
  welcomeBack: "请为 {{name}} 设置密码。之前的会话将结束。",
  newName: "用户名",
  newNameHint: "小写字母、数字、点或连字符",
  newPassword: "新密码",
  passwordRule: "至少 12 个字符，不能过于常见",
  choose: "设置并登录",
  failed: "登录失败",
  noRole: "尚未分配角色",
  none: "无",
  cameGroups: "您在身份提供方的用户组：{{groups}}",
  noClaim: "身份提供方未返回用户组：在 {{claims}} 中没有 claim {{claim}}",
  tooManyGroups:
    "用户组过多，身份提供方未在 claim {{claim}} 中返回。可在提供方设置为只返回分配给此客户端的用户组",
  unreadableGroups: "身份提供方的 claim {{claim}} 既不是名称，也不是名称列表",
  wantedGroups: "有角色的用户组：{{groups}}",
  addsNobody: "其中有用户组对应角色，但此处不自动添加新用户",
  askForRole: "请将以上内容转告管理员，由其分配角色",
  noUser: "尚未登录",
  noUserHint: "此面板属于某个应用。请先登录该应用，再重新加载本页。",
  reload: "重新加载",
};
