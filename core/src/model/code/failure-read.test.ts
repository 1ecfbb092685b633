import { describe, expect, it } from "vitest";
import type { FailureSummary } from "../reason.ts";
import { readFailure } from "./failure-read.ts";
import { failureText } from "./reason-text.ts";

const OURS: readonly Omit<FailureSummary, "message">[] = [
  { code: "timeout", parameters: { limitMs: 1500 } },
  { code: "timeout", parameters: { limitMs: 1500, ignoredSignal: true } },
  { code: "timeout", parameters: { limitMs: 1500, ignoredSignal: true, stopped: true } },
  { code: "worker_lost", parameters: { worker: 'shop-"7" (b)' } },
  { code: "worker_shutdown", parameters: { ignoredSignal: true } },
  { code: "full", parameters: { limit: 2 } },
  { code: "exit_code", parameters: { exitCode: 3 } },
  { code: "exit_code", parameters: { exitCode: 3, line: "“磁盘已满”" } },
  { code: "exit_signal", parameters: { name: "“9”" } },
  { code: "program_missing", parameters: { name: 'rsync "3"' } },
  { code: "output_limit", parameters: { limit: 64 } },
  { code: "process_limit", parameters: { limit: 64 } },
  { code: "folder_limit", parameters: { limit: 8192 } },
  { code: "http_status", parameters: { status: 503, line: "“忙”" } },
  { code: "address_refused", parameters: { name: "“127.0.0.1”" } },
  { code: "callback_failed", parameters: { line: "“磁盘已满”" } },
  { code: "callback_timeout", parameters: { limitMs: 1500 } },
  { code: "file_unavailable", parameters: { name: "订单" } },
  { code: "database_unavailable", parameters: { name: "订单库", line: "0 行" } },
  { code: "ftp_unavailable", parameters: { name: "收件箱" } },
  { code: "service_unavailable", parameters: { name: "仓库", line: "“忙”" } },
  { code: "secret_missing", parameters: { name: "“令牌”" } },
  { code: "secret_sealed", parameters: { name: "“令牌”", key: "“五月”" } },
  { code: "secret_damaged", parameters: { name: "“令牌”", key: "“五月”" } },
  { code: "secrets_too_long", parameters: { limit: 128 } },
  { code: "executor_missing", parameters: { name: "报表" } },
  { code: "executor_refused", parameters: { name: "“10.0.0.5”", line: "没有该任务" } },
  { code: "executor_failed", parameters: { name: "“10.0.0.5”", status: 500, line: "“忙”" } },
  { code: "executor_lost", parameters: { name: "“10.0.0.5”" } },
  { code: "executor_result_lost", parameters: { name: "“10.0.0.5”" } },
  {
    code: "shards_failed",
    parameters: { shards: { Succeeded: 0, Terminated: 2, Cancelled: 1, Skipped: 3 } },
  },
];

describe("readFailure()", () => {
  it.each(OURS)("reads $code $parameters back from its English sentence", ({ code, parameters }) => {
    const message = failureText({ code, parameters: parameters ?? {}, message: "" });
    const read = readFailure(message);
    expect(read).toEqual({ code, message, parameters });
    expect(read && failureText(read, "zh")).toMatch(
      /^(?:FTP )?[^A-Za-z]*(?:“.*”[^A-Za-z]*)?(?: (?:MB|KiB))?$/,
    );
  });

  it("knows refused arguments, without what is wrong with them", () => {
    const read = readFailure('Cannot run job "mail.send" with these arguments: "/args/to" must be text');
    expect(read && failureText(read, "zh")).toBe("参数不符合任务的要求");
  });

  it.each([
    "The mailbox is full",
    "The attempt took longer than usual",
    "",
    "Timeout: The attempt took longer than 5 ms",
    "Not all shards succeeded: some failed",
  ])("leaves %j to whom it belongs", (text) => expect(readFailure(text)).toBeNull());
});
