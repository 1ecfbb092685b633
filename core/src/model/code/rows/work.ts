import { error, retryable, type CauseRow, type CodeRow, type WorkRow } from "../code-row.ts";
import * as en from "../parts.en.ts";
import * as zh from "../parts.zh.ts";

/** Of code, programs and requests. */
export const WORK_CODES = {
  job_error: retryable(5, 1, {
    means: ["The job's code threw an error", "任务代码抛出异常"],
    advice: [
      "Its message is the job's own; read the run's log and stack",
      "错误信息来自任务，查看运行日志和堆栈",
    ],
  }) as CodeRow,
  exit_code: retryable(6, 1, {
    means: [
      "The program ended with another exit code than 0, which is the last part of the number",
      "程序以非 0 退出码结束，编号末三位为退出码",
    ],
    advice: ["Read what it printed", "查看程序输出"],
    work: [
      (given) => `The program ended with exit code ${given.exitCode}${en.last(given)}`,
      (given) => `程序退出码为 ${given.exitCode}${zh.last(given)}`,
    ],
  }) as WorkRow,
  exit_signal: retryable(6, 2, {
    means: ["A signal ended the program", "程序被信号终止"],
    advice: [
      "Look for who sent it: the system's memory limit, or a person",
      "检查是否因系统内存不足或被人工终止",
    ],
    work: [
      (given) => `Signal ${given.name} ended the program${en.last(given)}`,
      (given) => `程序被信号 ${given.name} 终止${zh.last(given)}`,
    ],
  }) as WorkRow,
  output_limit: retryable(6, 3, {
    means: ["The program printed more than it may", "程序输出超过上限"],
    advice: ["Print less, or raise the worker's limit", "减少输出，或提高节点的上限"],
    work: [({ limit }) => `Its output is larger than ${limit} MB`, ({ limit }) => `输出超过上限 ${limit} MB`],
  }) as WorkRow,
  program_missing: error(6, 6, {
    means: [
      "The program is not on the worker's machine, or cannot be executed",
      "节点机器上没有该程序或无法执行",
    ],
    advice: ["Install it there, or correct its name", "安装程序，或更正名称"],
    work: [
      ({ name }) => `Program "${name}" is not on the worker's machine or cannot be executed there`,
      ({ name }) => `节点所在机器上没有程序“${name}”，或无法执行`,
    ],
  }) as WorkRow,
  script_changed: error(6, 7, {
    means: ["The script is not the text that was saved", "脚本与保存时的内容不一致"],
    advice: [
      "Save it again; something changed the store beside the scheduler",
      "重新保存脚本；存储可能被外部改动",
    ],
    work: [
      ({ version }) =>
        `Nothing was executed: the text of version ${version} of the script is not the one that was saved, because its SHA-256 differs. Save the script again`,
      ({ version }) => `未执行：脚本版本 ${version} 的内容与保存时的 SHA-256 不一致，请重新保存脚本`,
    ],
    cause: [
      ({ from, to }) =>
        `It ran version ${en.shown(to)} of the script; version ${en.shown(from)} succeeded last`,
      ({ from, to }) => `执行的是脚本版本 ${zh.shown(to)}，上次成功的是版本 ${zh.shown(from)}`,
    ],
  }) as WorkRow & CauseRow<{ readonly from: number | null; readonly to: number | null }>,
  memory_limit: retryable(6, 8, {
    means: ["The program used more memory than it may", "内存超过上限"],
    advice: ["Use less, or raise the worker's limit", "减少内存占用，或提高节点的上限"],
    work: [
      ({ limit }) => `It used more than ${limit} MB of memory`,
      ({ limit }) => `内存超过上限 ${limit} MB`,
    ],
  }) as WorkRow,
  cpu_limit: retryable(6, 9, {
    means: ["The program used more processor time than it may", "CPU 时间超过上限"],
    advice: ["Use less, or raise the worker's limit", "减少计算量，或提高节点的上限"],
    work: [
      ({ limit }) => `It used more than ${limit} s of processor time`,
      ({ limit }) => `CPU 时间超过上限 ${limit} 秒`,
    ],
  }) as WorkRow,
  process_limit: retryable(6, 10, {
    means: ["The program started more processes than it may", "启动的进程数超过上限"],
    advice: ["Start fewer, or raise the worker's limit", "减少进程数，或提高节点的上限"],
    work: [
      ({ limit }) => `It started more than ${limit} processes`,
      ({ limit }) => `启动的进程数超过上限 ${limit}`,
    ],
  }) as WorkRow,
  folder_limit: retryable(6, 11, {
    means: [
      "The folders of all runs had more on the disk than they may have, and this one the most",
      "所有运行的工作目录合计超过上限",
    ],
    advice: ["Write less, or raise the worker's limit", "减少写入，或提高节点的上限"],
    work: [
      ({ limit }) => `The folders of all runs had more than ${limit} MB together, and this one the most`,
      ({ limit }) => `本次运行的工作目录占用最多，而所有运行合计超过上限 ${limit} MB`,
    ],
  }) as WorkRow,
  http_status: retryable(7, 3, {
    means: [
      "The server responded with a status that is no success, which is the last part of the number",
      "服务器返回的状态码不表示成功，编号末三位为状态码",
    ],
    advice: ["Look at the server that was called", "检查被调用的服务"],
    work: [
      (given) => `The server responded with status ${given.status}${en.last(given)}`,
      (given) => `服务器返回状态码 ${given.status}${zh.last(given)}`,
    ],
  }) as WorkRow,
  address_refused: error(7, 4, {
    means: ["The worker may not connect to the address", "节点不允许连接该地址"],
    advice: ["Call another address, or allow it on the worker", "更换地址，或在节点上放行"],
    work: [({ name }) => `The worker may not connect to ${name}`, ({ name }) => `节点不允许连接 ${name}`],
  }) as WorkRow,
  callback_failed: retryable(7, 7, {
    means: ["The server reported that the work failed", "服务器回调报告执行失败"],
    advice: ["Look at the server that did the work", "检查执行该任务的服务"],
    work: [
      (given) => `The server reported that the work failed${en.last(given)}`,
      (given) => `服务器回调报告执行失败${zh.last(given)}`,
    ],
  }) as WorkRow,
};
