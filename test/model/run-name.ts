import type { JobInstance } from "@mojob/core";

/** Names of runs that other runs led to, by id: their ids are hashes. */
const derived = new Map<string, string>();

/** Of a run of the world the last digit of the second it fires in: no world has more than ten. Of another one that of the run it is of, and what it is. */
export function runName(id: string): string {
  return derived.get(id) ?? id.slice(-6, -5);
}

/** Names a run that another one led to: a child, or a shard of a broadcast. */
export function learnName({ id, lane, trigger: { of } }: Pick<JobInstance, "id" | "lane" | "trigger">): void {
  if (of !== undefined) derived.set(id, `${runName(of)}.${/shard\D*(\d+)$/.exec(lane)?.[1] ?? "child"}`);
}

export function attemptName({
  instanceId,
  attempt,
}: {
  readonly instanceId: string;
  readonly attempt: number;
}): string {
  return `${runName(instanceId)}/${attempt}`;
}
