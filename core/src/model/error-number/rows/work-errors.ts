import { type ErrorRow, error } from "./error-row.ts";

/** Of code, programs and requests. */
export const WORK_ERRORS: Readonly<Record<string, ErrorRow>> = {
  job_error: error(
    5,
    1,
    {
      means: "The job's code threw an error",
      advice: "Its message is the job's own; read the run's log and stack",
    },
    { means: "任务代码抛出异常", advice: "错误信息来自任务，查看运行日志和堆栈" },
    { isRetryable: true },
  ),
  exit_code: error(
    6,
    1,
    {
      means: "The program ended with another exit code than 0, which is the last part of the number",
      advice: "Read what it printed",
    },
    { means: "程序以非 0 退出码结束，编号末三位为退出码", advice: "查看程序输出" },
    { isRetryable: true },
  ),
  exit_signal: error(
    6,
    2,
    {
      means: "A signal ended the program",
      advice: "Look for who sent it: the system's memory limit, or a person",
    },
    { means: "程序被信号终止", advice: "检查是否因系统内存不足或被人工终止" },
    { isRetryable: true },
  ),
  output_limit: error(
    6,
    3,
    { means: "The program printed more than it may", advice: "Print less, or raise the worker's limit" },
    { means: "程序输出超过上限", advice: "减少输出，或提高节点的上限" },
    { isRetryable: true },
  ),
  program_missing: error(
    6,
    6,
    {
      means: "The program is not on the worker's machine, or cannot be executed",
      advice: "Install it there, or correct its name",
    },
    { means: "节点机器上没有该程序或无法执行", advice: "安装程序，或更正名称" },
  ),
  script_changed: error(
    6,
    7,
    {
      means: "The script is not the text that was saved",
      advice: "Save it again; something changed the store beside the scheduler",
    },
    { means: "脚本与保存时的内容不一致", advice: "重新保存脚本；存储可能被外部改动" },
  ),
  memory_limit: error(
    6,
    8,
    { means: "The program used more memory than it may", advice: "Use less, or raise the worker's limit" },
    { means: "内存超过上限", advice: "减少内存占用，或提高节点的上限" },
    { isRetryable: true },
  ),
  cpu_limit: error(
    6,
    9,
    {
      means: "The program used more processor time than it may",
      advice: "Use less, or raise the worker's limit",
    },
    { means: "CPU 时间超过上限", advice: "减少计算量，或提高节点的上限" },
    { isRetryable: true },
  ),
  process_limit: error(
    6,
    10,
    {
      means: "The program started more processes than it may",
      advice: "Start fewer, or raise the worker's limit",
    },
    { means: "启动的进程数超过上限", advice: "减少进程数，或提高节点的上限" },
    { isRetryable: true },
  ),
  folder_limit: error(
    6,
    11,
    {
      means: "The folders of all runs had more on the disk than they may have, and this one the most",
      advice: "Write less, or raise the worker's limit",
    },
    { means: "所有运行的工作目录合计超过上限", advice: "减少写入，或提高节点的上限" },
    { isRetryable: true },
  ),
  http_status: error(
    7,
    3,
    {
      means: "The server responded with a status that is no success, which is the last part of the number",
      advice: "Look at the server that was called",
    },
    { means: "服务器返回的状态码不表示成功，编号末三位为状态码", advice: "检查被调用的服务" },
    { isRetryable: true },
  ),
  address_refused: error(
    7,
    4,
    {
      means: "The worker may not connect to the address",
      advice: "Call another address, or allow it on the worker",
    },
    { means: "节点不允许连接该地址", advice: "更换地址，或在节点上放行" },
  ),
  callback_failed: error(
    7,
    7,
    { means: "The server reported that the work failed", advice: "Look at the server that did the work" },
    { means: "服务器回调报告执行失败", advice: "检查执行该任务的服务" },
    { isRetryable: true },
  ),
};
