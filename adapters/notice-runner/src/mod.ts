export type { MailServerOptions } from "./mail/mail-server.ts";
export { noticeRunner, type NoticeRunnerOptions } from "./notice-runner.ts";
