/** When a run begins. */
export const RunWhen = { Now: "now", Delay: "delay", At: "at" } as const;
export type RunWhen = (typeof RunWhen)[keyof typeof RunWhen];

/** A run as it was put together. */
export interface RunFormValues {
  /** JSON as it was written: no number is changed on the way. `null` where there are none. */
  readonly argsText: string | null;
  readonly delayMs?: number | undefined;
  /** ISO 8601 */
  readonly runAt?: string | undefined;
  readonly priority?: number | undefined;
}

/** The body that starts the run. */
export function runBody({ argsText, ...rest }: RunFormValues, before: object = {}): string {
  const members = Object.entries({ ...before, ...rest })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const jobKey = members.filter((member) => member.startsWith('"jobKey"'));
  const others = members.filter((member) => !member.startsWith('"jobKey"'));
  const args = argsText === null ? [] : [`"args":${oneLine(argsText)}`];
  return `{${[...jobKey, ...args, ...others].join(",")}}`;
}

/** JSON without the white space between its parts; numbers and texts as they are. */
function oneLine(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text?: string) => text ?? "");
}
