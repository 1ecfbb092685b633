/** The last digit of the second it fires in: no world has more than ten fires. */
export function runName(id: string): string {
  return id.slice(-6, -5);
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
