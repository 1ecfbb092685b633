export const WHY_EN = {
  dialog: "Why did it run, or not?",
  dialogHint: "Without a time: when it fires next, and what keeps it from running now.",
  at: "At ({{zone}})",
  now: "Now",
  atTime: "At {{at}}",
  next: "Next fire:",
  noNext: "No further fire",
  openRun: "Open run {{id}}",
  verdict: {
    late: "Why it began {{late}} late",
    waiting: "Why it waits",
    running: "What is known while it runs",
    skipped: "Why it was skipped",
    failed: "What else is known of the failure",
    cancelled: "Why it was cancelled",
  },
} as const;
