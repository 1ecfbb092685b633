import type { SIGN_IN_EN } from "../en/sign-in.ts";
import type { Wording } from "../wording.ts";

export const SIGN_IN_ZH: Wording<typeof SIGN_IN_EN> = {
  explanation: "此调度器需要令牌，即服务端 MOJOB_TOKEN 的值。令牌只发送一次，不会保存在浏览器中。",
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
  noUser: "尚未登录",
  noUserHint: "此面板属于某个应用。请先登录该应用，再重新加载本页。",
  reload: "重新加载",
};
