import { fillSecrets, type RunSecrets } from "@mojob/core/ports";
import type { NoticeWork } from "./work/notice-work.ts";

/** The settings of a job with its secrets: nothing else of it, and nothing of the arguments, refers to any. */
export function withSecrets(work: NoticeWork, secrets: RunSecrets | undefined): NoticeWork {
  if (secrets === undefined) return work;
  const filled = (["url", "secret", "previousSecret", "user"] as const).flatMap((name) => {
    const text = work[name];
    return text === undefined ? [] : [[name, fillSecrets(text, secrets.values)]];
  });
  return { ...work, ...Object.fromEntries(filled) };
}
