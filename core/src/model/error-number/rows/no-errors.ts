/** What a reason says that is no error: its number is 0. */
export const NO_ERRORS: Readonly<Record<string, { readonly en: string; readonly zh: string }>> = {
  due: { en: "Its time has come", zh: "到达预定时间" },
  started: { en: "It began", zh: "开始执行" },
  script_started: { en: "It began with a version of its script", zh: "以某个脚本版本开始执行" },
  retry: { en: "A retry began", zh: "开始重试" },
  snoozed: { en: "The job asked to be executed again later", zh: "任务请求延后执行" },
  taken_over: { en: "Its worker died, and its work goes on elsewhere", zh: "节点失联，执行器仍在执行" },
  waits_for_slot: { en: "It waits for a slot", zh: "排队等待并发槽" },
  waits_for_code: { en: "It waits for the code of the attempt before it", zh: "等待上一次执行的代码结束" },
  waits_for_run: { en: "It waits for another run of its unique key", zh: "等待同一去重键的运行" },
  slot_given_back: { en: "A slot that abandoned code held is free again", zh: "并发槽已释放" },
  held: { en: "Its job or app is paused", zh: "任务或应用已暂停" },
  prioritized: { en: "Somebody changed its priority", zh: "优先级已修改" },
  broadcast: { en: "Its shards run", zh: "分片正在执行" },
  task: { en: "Its nodes run", zh: "各节点正在执行" },
  note: { en: "A text that no code stands for", zh: "备注" },
};
