export interface Preview {
  readonly jobs: readonly {
    readonly id: string;
    readonly key: string;
    readonly clash: string;
    readonly importable: boolean;
    readonly cron: string | null;
    readonly everyMs: number | null;
    readonly timeZone: string | null;
    readonly findings: readonly { readonly level: string; readonly message: string }[];
    readonly proof: {
      readonly oldCount: number;
      readonly newCount: number;
      readonly differing: number;
      readonly differences: readonly { readonly at: string; readonly only: string }[];
      readonly to: string;
      readonly comparedUntil: string;
      readonly oracle: string | null;
    } | null;
  }[];
  readonly mistakes: readonly { readonly line: number | null; readonly message: string }[];
}

export interface Result {
  readonly id: string;
  readonly key: string;
  readonly outcome: string;
  readonly message: string | null;
}

const MOST_LISTED = 10;

export function printPreview({ jobs, mistakes }: Preview): void {
  for (const { line, message } of mistakes)
    console.log(`! ${line === null ? "" : `line ${line}: `}${message}`);
  for (const { id, key, clash, importable, cron, everyMs, timeZone, findings, proof } of jobs) {
    console.log(
      `\n${key}  (${id})${importable ? "" : "  NOT IMPORTABLE"}${clash === "none" ? "" : `  key: ${clash}`}`,
    );
    if (cron !== null) console.log(`  ${cron}  ${timeZone}`);
    if (everyMs !== null) console.log(`  every ${everyMs / 1000} s`);
    for (const { level, message } of findings) console.log(`  ${level}: ${message}`);
    if (proof === null) continue;
    console.log(
      `  fires in 12 months: ${proof.oldCount} old, ${proof.newCount} new, ${proof.differing} differ`,
    );
    console.log(
      proof.oracle === null
        ? "    old fires as they were read: nothing else checks them"
        : `    old fires by the rules of ${proof.oracle}`,
    );
    for (const { at, only } of proof.differences.slice(0, MOST_LISTED)) console.log(`    ${at} only ${only}`);
    if (proof.differing > MOST_LISTED) console.log(`    and ${proof.differing - MOST_LISTED} more`);
    if (proof.comparedUntil !== proof.to)
      console.log(`    one by one until ${proof.comparedUntil}, then by day`);
  }
}

export function printResults(results: readonly Result[]): void {
  console.log("");
  for (const { key, outcome, message } of results)
    console.log(`${outcome}  ${key}${message === null ? "" : `  ${message}`}`);
}
