import type { Job } from "./operations.generated.ts";

/** Whether a text is a part of a job's key or name, as the server finds jobs: what was found for an earlier text is not offered for a later one. */
export function isNamed({ key, options }: Job, text: string): boolean {
  return `${key} ${options.name}`.toLowerCase().includes(text.trim().toLowerCase());
}
