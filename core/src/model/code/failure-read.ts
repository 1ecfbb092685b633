import type { FailureParameters, FailureSummary } from "../failure-summary.ts";
import { say } from "./code-row.ts";
import { CODES_OF_RUNS } from "./codes-of-runs.ts";
import { SHARD_ENDS, SHARDS_FAILED } from "./parts.en.ts";

/** What stands for the parameters while a sentence becomes a pattern. */
const STAND_IN = {
  limitMs: 424_242,
  limit: 525_252,
  exitCode: 626_262,
  status: 727_272,
  worker: "WORKER",
  name: "NAME",
  key: "KEY",
} as const;
const LINE = "LINE";
/** Its parts are those of the job's schema, which the line does not keep. */
const REFUSED_ARGS = /^Cannot run job "[^"]+" with these arguments: /;
const ENDS: readonly FailureParameters[] = [
  {},
  { ignoredSignal: true },
  { ignoredSignal: true, stopped: true },
  { line: LINE },
];

interface FailurePattern {
  readonly code: string;
  readonly pattern: RegExp;
  readonly end: FailureParameters;
}

const PATTERNS: readonly FailurePattern[] = Object.entries(CODES_OF_RUNS).flatMap(
  ([code, { failure, work = failure }]) =>
    work === undefined || code === "invalid_args" || code === "shards_failed"
      ? []
      : ENDS.map((end) => ({ code, end, pattern: patternOf(say(work, "en", { ...STAND_IN, ...end }, "")) })),
);

/**
 * The failure behind one of our own English sentences, as lists keep it in one line; `null` for any other text.
 *
 * @example
 * ```ts
 * import { failureText, readFailure } from "@mojob/core/words";
 *
 * const failure = readFailure("The attempt took longer than 100 ms");
 * console.log(failure === null ? "" : failureText(failure, "zh")); // 执行超时，超过 100 毫秒
 * ```
 */
export function readFailure(text: string): FailureSummary | null {
  if (REFUSED_ARGS.test(text)) return { code: "invalid_args", message: text, parameters: { issues: [] } };
  if (text.startsWith(SHARDS_FAILED)) {
    const shards = readShards(text.slice(SHARDS_FAILED.length));
    if (shards !== null) return { code: "shards_failed", message: text, parameters: { shards } };
  }
  for (const { code, pattern, end } of PATTERNS) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const { limitMs, limit, exitCode, status, worker, name, key, line } = groups;
    const parameters: FailureParameters = {
      ...end,
      ...(limitMs !== undefined && { limitMs: Number(limitMs) }),
      ...(limit !== undefined && { limit: Number(limit) }),
      ...(exitCode !== undefined && { exitCode: Number(exitCode) }),
      ...(status !== undefined && { status: Number(status) }),
      ...(worker !== undefined && { worker }),
      ...(name !== undefined && { name }),
      ...(key !== undefined && { key }),
      ...(line !== undefined && { line }),
    };
    return { code, message: text, parameters };
  }
  return null;
}

/** Such as "2 succeeded, 1 failed". */
function readShards(text: string): NonNullable<FailureParameters["shards"]> | null {
  const counts = text.split(", ").map((part) => {
    const [count, word] = part.split(" ");
    const [state] = Object.entries(SHARD_ENDS).find(([, end]) => end === word) ?? [];
    return state === undefined || !/^\d+$/.test(count ?? "") ? null : ([state, Number(count)] as const);
  });
  const known = counts.filter((count) => count !== null);
  return known.length === counts.length ? Object.fromEntries(known) : null;
}

function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const named = escaped
    .replace(String(STAND_IN.limitMs), String.raw`(?<limitMs>\d+)`)
    .replace(String(STAND_IN.limit), String.raw`(?<limit>\d+)`)
    .replaceAll(String(STAND_IN.limit), String.raw`\d+`)
    .replace(String(STAND_IN.exitCode), String.raw`(?<exitCode>\d+)`)
    .replace(String(STAND_IN.status), String.raw`(?<status>\d+)`)
    .replace(STAND_IN.worker, "(?<worker>.+)")
    .replace(STAND_IN.name, "(?<name>.+)")
    .replace(STAND_IN.key, "(?<key>.+)")
    .replace(LINE, "(?<line>.+)");
  return new RegExp(`^${named}(?<end>)$`);
}
