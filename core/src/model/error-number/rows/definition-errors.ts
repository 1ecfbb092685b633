import { type ErrorRow, error } from "./error-row.ts";

/** What was asked for cannot be: of jobs, runs, and what is kept of them. */
export const DEFINITION_ERRORS: Readonly<Record<string, ErrorRow>> = {
  invalid_argument: error(
    1,
    1,
    {
      means: "A value of the request cannot be used",
      advice: "Read `errors`: each names its place and what is wanted",
    },
    { means: "请求中的某个值不可用", advice: "查看 errors 中每处错误的位置和要求" },
  ),
  invalid_args: error(
    1,
    2,
    { means: "The arguments do not fit the job", advice: "Compare them with the job's schema of arguments" },
    { means: "参数不符合任务的要求", advice: "对照任务的参数定义修改参数" },
  ),
  invalid_cron: error(
    1,
    3,
    {
      means: "The cron expression cannot be read",
      advice: "Read the place that the message names, and preview the next fires",
    },
    { means: "Cron 表达式无法解析", advice: "查看提示的位置，并预览后续触发时间" },
  ),
  stale_revision: error(
    1,
    4,
    {
      means: "The job was changed by others meanwhile",
      advice: "Read it again, and make the change to what is there now",
    },
    { means: "任务已被他人修改", advice: "重新读取后再修改" },
  ),
  job_not_found: error(
    1,
    5,
    {
      means: "No job has this key, or none that the caller may see",
      advice: "Look the key up in the list of jobs; a job of code comes with its worker",
    },
    { means: "任务不存在或无权查看", advice: "在任务列表中核对任务 Key；代码任务在其节点启动后注册" },
  ),
  job_disabled: error(
    1,
    6,
    { means: "The job is disabled", advice: "Enable it, or trigger another one" },
    { means: "任务已停用", advice: "启用任务，或触发其他任务" },
  ),
  idempotency_mismatch: error(
    1,
    7,
    {
      means: "The idempotency key was used for another request",
      advice: "Take a new key for each different request",
    },
    { means: "幂等键已用于另一个请求", advice: "不同的请求使用不同的幂等键" },
  ),
  invalid_configuration: error(
    1,
    8,
    {
      means: "The program was started with options that do not go together",
      advice: "Read the message, change the option or variable, and start it again",
    },
    { means: "程序的启动配置有误", advice: "按提示修改选项或环境变量后重启" },
  ),
  instance_not_found: error(
    1,
    9,
    {
      means: "No run has this id, or it was removed with the job's retention",
      advice: "Look for it by its job and time; keep runs longer where they are needed",
    },
    { means: "运行记录不存在，或已按保留策略清理", advice: "按任务和时间查找；需要时延长保留时间" },
  ),
  worker_not_found: error(
    1,
    10,
    {
      means: "No worker has this id: it has left and is forgotten",
      advice: "Read the list of workers again",
    },
    { means: "节点不存在或已下线", advice: "重新读取节点列表" },
  ),
  script_version_not_found: error(
    1,
    11,
    { means: "The job's script or graph has no such version", advice: "Read the list of its versions" },
    { means: "脚本或工作流没有该版本", advice: "查看版本列表" },
  ),
  operation_not_found: error(
    1,
    12,
    { means: "No operation has this id", advice: "Read the history of operations" },
    { means: "操作记录不存在", advice: "查看操作记录" },
  ),
  callback_not_found: error(
    1,
    13,
    {
      means: "No attempt waits for this callback",
      advice: "Use the address that the attempt was given, as it is",
    },
    { means: "没有执行在等待该回调", advice: "原样使用执行时给出的回调地址" },
  ),
  callback_ended: error(
    1,
    14,
    {
      means: "The attempt that the callback is for has ended",
      advice: "Report within the job's time limit; the run shows how it ended",
    },
    { means: "回调对应的执行已结束", advice: "在任务超时前回调；运行记录中有结束原因" },
  ),
  wrong_job_kind: error(
    1,
    15,
    {
      means: "The job is of a kind that cannot do this",
      advice: "Ask it of a job of the other kind, or of one with a script",
    },
    { means: "任务类型不支持该操作", advice: "对支持该操作的任务执行" },
  ),
  job_key_taken: error(
    1,
    16,
    { means: "The key names another job", advice: "Choose another key" },
    { means: "任务 Key 已被占用", advice: "换一个 Key" },
  ),
  stale_script: error(
    1,
    17,
    {
      means: "Another version of the script is in force than the caller saw",
      advice: "Read it again, and make the change to what is there now",
    },
    { means: "脚本已有新的版本", advice: "重新读取后再修改" },
  ),
  already_terminal: error(
    1,
    18,
    { means: "The run has ended already", advice: "Run it again instead" },
    { means: "运行已结束", advice: "需要时重新运行" },
  ),
  illegal_transition: error(
    1,
    19,
    {
      means: "The run is in a state that does not allow this",
      advice: "Read the run again; the state machine says what follows what",
    },
    { means: "运行的当前状态不允许该操作", advice: "重新读取运行状态" },
  ),
  already_paused: error(
    1,
    20,
    {
      means: "The job has a pause that would be replaced",
      advice: "Resume it first, or replace the pause on purpose",
    },
    { means: "任务已处于暂停状态", advice: "先恢复任务，或明确替换现有暂停" },
  ),
  already_rerun: error(
    1,
    21,
    { means: "The run was run again already", advice: "Look at the run that repeats it" },
    { means: "该运行已重新运行过", advice: "查看重新运行的记录" },
  ),
  not_undoable: error(
    1,
    22,
    { means: "The operation cannot be undone, or no longer", advice: "Change what it changed by hand" },
    { means: "操作无法撤销或已不能撤销", advice: "手动改回" },
  ),
  not_waiting: error(
    1,
    23,
    { means: "The run does not wait any more", advice: "Read the run again" },
    { means: "运行已不在等待", advice: "重新读取运行状态" },
  ),
  not_a_task: error(
    1,
    24,
    { means: "The run is not one of a task", advice: "Ask it of the run of the task, not of a node's" },
    { means: "该运行不是工作流的运行", advice: "对工作流本身的运行执行该操作" },
  ),
  task_refused: error(
    1,
    25,
    {
      means: "The task cannot do this now",
      advice: "The message says what speaks against it; read the task again",
    },
    { means: "工作流当前不能执行该操作", advice: "查看提示的原因，重新读取工作流状态" },
  ),
  quota_exceeded: error(
    1,
    26,
    {
      means: "The app has as much as it may have",
      advice: "Remove what is not needed, or raise the quota that the message names",
    },
    { means: "应用的配额已用完", advice: "清理不需要的内容，或提高提示中的配额" },
    { isRetryable: true },
  ),
  job_deleted: error(
    1,
    27,
    {
      means: "The job was deleted while its run waited or ran",
      advice: "Create the job again where it is still needed",
    },
    { means: "任务在运行期间被删除", advice: "需要时重新创建任务" },
  ),
  left_code: error(
    1,
    28,
    {
      means: "The code of the app does not declare the job any more",
      advice: "Deploy code that declares it, or delete the job",
    },
    { means: "应用的代码已不再声明该任务", advice: "部署声明该任务的代码，或删除任务" },
  ),
  child_args_refused: error(
    1,
    29,
    {
      means: "A child job does not take the arguments that the end of its parent gives it",
      advice: "Make the child's schema fit what its parent passes on",
    },
    { means: "子任务不接受父任务传来的参数", advice: "使子任务的参数定义与父任务传递的内容一致" },
  ),
  child_cycle: error(
    1,
    30,
    {
      means: "The job is its own child, by way of others",
      advice: "Take one of the children off the circle",
    },
    { means: "子任务形成循环", advice: "移除循环中的一个子任务" },
  ),
  executor_not_found: error(
    1,
    31,
    {
      means: "No executor is registered with this id",
      advice: "Register it again: the gateway was restarted, or it was silent too long",
    },
    { means: "执行器未注册", advice: "重新注册：网关可能已重启，或该执行器长时间无心跳" },
  ),
  lease_lost: error(
    1,
    32,
    {
      means: "The executor does not hold this run any more",
      advice: "Stop the run's code: another executor may have the run",
    },
    { means: "执行器已不再持有该运行", advice: "停止其代码：该运行可能已由其他执行器执行" },
  ),
  child_condition_refused: error(
    1,
    33,
    {
      means: "The condition under which the end of a run starts the job has no value for that run",
      advice: "Write ?? for what may be missing, or have the run return what the condition reads",
    },
    {
      means: "触发本任务的条件对该次运行无法求值",
      advice: "对可能缺失的值使用 ??，或让运行返回条件所读取的内容",
    },
  ),
  value_not_editable: error(
    1,
    34,
    {
      means: "Nobody may change this value of a task, or the task has none of that name",
      advice:
        "Change a variable, a parameter of the task, a parameter of a node that does not run, or what a node left that has ended",
    },
    {
      means: "工作流的该值不可修改，或不存在该名称的值",
      advice: "可修改的有：变量、工作流参数、未在运行的节点的参数、已结束节点的结果和输出",
    },
  ),
  chain_too_long: error(
    1,
    41,
    {
      means: "Runs begin each other, one after the other, and are as many as may be",
      advice:
        "Find the job that begins itself again, by way of others; one that comes again later has a `delayMs` or a schedule",
    },
    {
      means: "运行之间相互触发，链条已达上限",
      advice: "找出间接触发自身的任务；需要稍后再次执行时请用 delayMs 或调度",
    },
  ),
  tenant_disabled: error(
    1,
    40,
    { means: "The tenant is disabled", advice: "Enable it, or use another tenant" },
    { means: "租户已停用", advice: "启用租户，或使用其他租户" },
  ),
};
