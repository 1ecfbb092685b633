/** What every line of the effect ledger says. */
interface LineOfProcess {
  /** The process that wrote it, or that it is about, by the supervisor's name for it; new at every start. */
  readonly process: string;
  /** Wall-clock time of the writer. */
  readonly wallMs: number;
}

/** An attempt's code has begun, or has come to its end. */
export interface EffectLine extends LineOfProcess {
  readonly type: "begin" | "end";
  readonly jobKey: string;
  readonly instanceId: string;
  readonly attempt: number;
  /** The fire's nominal time, ISO 8601; `null` for a triggered run. */
  readonly nominalTime: string | null;
  /** Never jumps; comparable within one process only. */
  readonly monotonicMs: number;
  /** Of an end: whether the code ran to its end, rather than being asked to stop or throwing. */
  readonly ranToEnd: boolean;
}

/** The supervisor saw that a process is dead: nothing it had begun goes on. */
export interface DeathLine extends LineOfProcess {
  readonly type: "died";
}

export type LedgerLine = EffectLine | DeathLine;

/** The lines of a ledger, oldest first. A last line that a kill cut short was never synced, so nothing depended on it. */
export function parseLedger(text: string): readonly LedgerLine[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (line === "") return [];
    try {
      return [JSON.parse(line) as LedgerLine];
    } catch (error) {
      if (index >= lines.length - 1) return [];
      throw new Error(`Cannot read line ${index + 1} of the ledger: "${line}"`, { cause: error });
    }
  });
}
