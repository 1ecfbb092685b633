export const TRIAL_EN = {
  title: "Try once",
  hint: "Runs it once as it stands here, on a worker of {{app}}, without saving anything: ten minutes at the most, no retries. It really does what it does.",
  args: "Arguments of the try",
  argsHint: "JSON; empty: none",
  start: "Try once",
  again: "Try again",
  changed: "Changed since it was tried",
  result: "What it returned",
  nothing: "It returned nothing",
  page: "Open its page",
  by: "on {{worker}}",
  gone: "Tries are kept for an hour: this one is not there any more",
} as const;
