import { error, type CodeRow } from "../code-row.ts";

/** What cannot be asked of a job, a run, or what is kept of it. */
export const CALL_CODES = {
  invalid_argument: error(1, 1, {
    error: [400, "Invalid argument", "请求内容不正确"],
    detail: "请检查填写的内容。",
    means: ["A value of the request cannot be used", "请求中的某个值不可用"],
    advice: ["Read `errors`: each names its place and what is wanted", "查看 errors 中每处错误的位置和要求"],
  }) as CodeRow,
  invalid_cron: error(1, 3, {
    error: [400, "Invalid cron expression", "Cron 表达式不正确"],
    detail: "请检查 Cron 表达式。",
    means: ["The cron expression cannot be read", "Cron 表达式无法解析"],
    advice: [
      "Read the place that the message names, and preview the next fires",
      "查看提示的位置，并预览后续触发时间",
    ],
  }) as CodeRow,
  invalid_configuration: error(1, 8, {
    error: [500, "Invalid configuration", "调度器配置不正确"],
    detail: "请检查服务端的配置。",
    means: ["The program was started with options that do not go together", "程序的启动配置有误"],
    advice: [
      "Read the message, change the option or variable, and start it again",
      "按提示修改选项或环境变量后重启",
    ],
  }) as CodeRow,
  job_key_taken: error(1, 16, {
    error: [409, "Job key is taken", "任务标识已被使用"],
    detail: "请换一个任务标识。",
    means: ["The key names another job", "任务 Key 已被占用"],
    advice: ["Choose another key", "换一个 Key"],
  }) as CodeRow,
  wrong_job_kind: error(1, 15, {
    error: [409, "Wrong kind of job", "任务类型不符"],
    detail: "此操作不适用于这种类型的任务。",
    means: ["The job is of a kind that cannot do this", "任务类型不支持该操作"],
    advice: ["Ask it of a job of the other kind, or of one with a script", "对支持该操作的任务执行"],
  }) as CodeRow,
  already_paused: error(1, 20, {
    error: [409, "The job is paused already", "任务已处于暂停中"],
    detail: "保留原有的暂停及其备注，未作更改。",
    means: ["The job has a pause that would be replaced", "任务已处于暂停状态"],
    advice: ["Resume it first, or replace the pause on purpose", "先恢复任务，或明确替换现有暂停"],
  }) as CodeRow,
  stale_revision: error(1, 4, {
    error: [412, "Revision is stale", "任务已被他人修改"],
    detail: "请查看最新的内容后再次提交。",
    means: ["The job was changed by others meanwhile", "任务已被他人修改"],
    advice: ["Read it again, and make the change to what is there now", "重新读取后再修改"],
  }) as CodeRow,
  stale_script: error(1, 17, {
    error: [409, "Another version of the script is in force", "脚本已被他人修改"],
    detail: "请查看最新版本后再次保存。",
    means: ["Another version of the script is in force than the caller saw", "脚本已有新的版本"],
    advice: ["Read it again, and make the change to what is there now", "重新读取后再修改"],
  }) as CodeRow,
  idempotency_mismatch: error(1, 7, {
    error: [422, "Idempotency key was used for another request", "幂等键已用于其他请求"],
    detail: "请重新提交。",
    means: ["The idempotency key was used for another request", "幂等键已用于另一个请求"],
    advice: ["Take a new key for each different request", "不同的请求使用不同的幂等键"],
  }) as CodeRow,
  instance_not_found: error(1, 9, {
    error: [404, "Instance not found", "运行记录不存在"],
    detail: "可能已按保留策略清理。",
    means: [
      "No run has this id, or it was removed with the job's retention",
      "运行记录不存在，或已按保留策略清理",
    ],
    advice: [
      "Look for it by its job and time; keep runs longer where they are needed",
      "按任务和时间查找；需要时延长保留时间",
    ],
  }) as CodeRow,
  already_terminal: error(1, 18, {
    error: [409, "Instance has already ended", "运行已结束"],
    detail: "已结束的运行不能再更改。",
    means: ["The run has ended already", "运行已结束"],
    advice: ["Run it again instead", "需要时重新运行"],
  }) as CodeRow,
  illegal_transition: error(1, 19, {
    error: [409, "State does not allow it", "当前状态不允许此操作"],
    detail: "运行的状态已发生变化，请刷新后再试。",
    means: ["The run is in a state that does not allow this", "运行的当前状态不允许该操作"],
    advice: ["Read the run again; the state machine says what follows what", "重新读取运行状态"],
  }) as CodeRow,
  not_waiting: error(1, 23, {
    error: [409, "The run does not wait", "该运行不在等待"],
    detail: "它可能已开始或已结束，请刷新后再试。",
    means: ["The run does not wait any more", "运行已不在等待"],
    advice: ["Read the run again", "重新读取运行状态"],
  }) as CodeRow,
  already_rerun: error(1, 21, {
    error: [409, "The run was run again already", "该运行已重新执行过"],
    detail: "已经重新执行过，未再次执行。",
    means: ["The run was run again already", "该运行已重新运行过"],
    advice: ["Look at the run that repeats it", "查看重新运行的记录"],
  }) as CodeRow,
  not_a_task: error(1, 24, {
    error: [409, "The run is not one of a task", "该运行不是工作流"],
    detail: "只有工作流的运行才有节点和上下文。",
    means: ["The run is not one of a task", "该运行不是工作流的运行"],
    advice: ["Ask it of the run of the task, not of a node's", "对工作流本身的运行执行该操作"],
  }) as CodeRow,
  task_refused: error(1, 25, {
    error: [409, "The task cannot do that now", "工作流当前不能执行此操作"],
    detail: "它的状态可能已变化，请刷新后再试。",
    means: ["The task cannot do this now", "工作流当前不能执行该操作"],
    advice: [
      "The message says what speaks against it; read the task again",
      "查看提示的原因，重新读取工作流状态",
    ],
  }) as CodeRow,
  value_not_editable: error(1, 34, {
    error: [422, "The value cannot be changed", "该值不可修改"],
    detail: "可修改的有：变量、工作流参数、未在运行的节点的参数、已结束节点的结果和输出。",
    means: [
      "Nobody may change this value of a task, or the task has none of that name",
      "工作流的该值不可修改，或不存在该名称的值",
    ],
    advice: [
      "Change a variable, a parameter of the task, a parameter of a node that does not run, or what a node left that has ended",
      "可修改的有：变量、工作流参数、未在运行的节点的参数、已结束节点的结果和输出",
    ],
  }) as CodeRow,
  not_undoable: error(1, 22, {
    error: [409, "The operation cannot be undone", "无法撤销"],
    detail: "该操作不支持撤销，或已撤销，或已超过可撤销的时间。",
    means: ["The operation cannot be undone, or no longer", "操作无法撤销或已不能撤销"],
    advice: ["Change what it changed by hand", "手动改回"],
  }) as CodeRow,
  operation_not_found: error(1, 12, {
    error: [404, "Operation not found", "批量操作不存在"],
    detail: "批量操作不存在，或已超过保留期。",
    means: ["No operation has this id", "操作记录不存在"],
    advice: ["Read the history of operations", "查看操作记录"],
  }) as CodeRow,
  callback_not_found: error(1, 13, {
    error: [404, "Callback not found", "回调地址不存在"],
    detail: "没有运行在等待该回调，或已过期。",
    means: ["No attempt waits for this callback", "没有执行在等待该回调"],
    advice: ["Use the address that the attempt was given, as it is", "原样使用执行时给出的回调地址"],
  }) as CodeRow,
  callback_ended: error(1, 14, {
    error: [409, "The attempt has ended", "执行已结束"],
    detail: "该回调对应的执行已结束，以先前的结果为准。",
    means: ["The attempt that the callback is for has ended", "回调对应的执行已结束"],
    advice: [
      "Report within the job's time limit; the run shows how it ended",
      "在任务超时前回调；运行记录中有结束原因",
    ],
  }) as CodeRow,
  worker_not_found: error(1, 10, {
    error: [404, "Worker not found", "节点不存在"],
    detail: "节点可能已离线。",
    means: ["No worker has this id: it has left and is forgotten", "节点不存在或已下线"],
    advice: ["Read the list of workers again", "重新读取节点列表"],
  }) as CodeRow,
  executor_not_found: error(1, 31, {
    request: [404, "Executor is not registered", "执行器未注册"],
    detail: "执行器须重新注册。",
    means: ["No executor is registered with this id", "执行器未注册"],
    advice: [
      "Register it again: the gateway was restarted, or it was silent too long",
      "重新注册：网关可能已重启，或该执行器长时间无心跳",
    ],
  }) as CodeRow,
  lease_lost: error(1, 32, {
    request: [409, "Lease is lost", "运行已不属于该执行器"],
    detail: "该运行已结束或已交给其他执行器。",
    means: ["The executor does not hold this run any more", "执行器已不再持有该运行"],
    advice: [
      "Stop the run's code: another executor may have the run",
      "停止其代码：该运行可能已由其他执行器执行",
    ],
  }) as CodeRow,
  file_not_found: error(9, 1, {
    error: [404, "File not found", "文件不存在"],
    detail: "文件可能已随运行记录清理，或已被替换。",
    means: [
      "The stored file is not there: it was removed with its run, or replaced by a later attempt",
      "存储的文件不存在：已随运行清理，或被之后的执行替换",
    ],
    advice: [
      "Run again what makes the file; keep its job's runs longer where files are needed longer",
      "重新运行生成该文件的任务，或延长其运行保留时间",
    ],
  }) as CodeRow,
  file_refused: error(9, 10, {
    error: [413, "The file is not kept", "文件未保存"],
    detail: "文件超过大小上限，或该运行的文件数已达上限。",
    means: [
      "The file is larger than files may be, or one more than a run may have",
      "文件超过大小上限，或运行的文件数已达上限",
    ],
    advice: [
      "Leave fewer or smaller files, or keep them elsewhere and return where they are",
      "减少或缩小文件，或存放到别处并返回其位置",
    ],
  }) as CodeRow,
  file_not_shown: error(9, 40, {
    error: [422, "The file cannot be shown", "文件无法预览"],
    detail: "该类型不支持预览，或文件过大，或内容与类型不符；可下载后查看。",
    means: [
      "The file is of a kind that is only saved, is too large to be shown, or is not what its name says",
      "该类型不支持预览，或文件过大，或内容与文件名不符",
    ],
    advice: ["Download it, and open what you trust", "下载后用可信的程序打开"],
  }) as CodeRow,
};
