/**
 * One kind of background work. A runtime promises that each duty runs in one place per tenant: the embedded one in a loop,
 * Temporal as an activity. Running one in two places for a moment (a takeover) changes nothing but costs work.
 */
export interface Duty {
  /** Unique among the duties: `fire`, `recover`, `watch-code`, `reroute`, `wait`, `retain`, `sweep-files`, `trim-runs`, `trim`, `repair`, `follow`; those of features beside them. */
  readonly name: string;
  /** Pause between the end of one pass and the beginning of the next. */
  readonly everyMs: number;
  /** Pause before the first pass in a process. @default everyMs */
  readonly firstInMs?: number;
  /**
   * How soon another process should take the duty over when the one that has it falls silent.
   * @default 30_000
   */
  readonly takeoverMs?: number;
  /**
   * Does what is due now and resolves; ends early when the signal aborts. A pass that rejects is reported and followed by
   * another one: whatever it left undone is found again.
   */
  run(signal: AbortSignal): Promise<DutyPass | void>;
  /**
   * Calls the listener when a pass is due before its time; returns how to stop listening.
   * @default passes come by time alone
   */
  onDue?(listener: () => void): () => void;
}

/** When the next pass comes, as a pass may say. */
export interface DutyPass {
  /** Replaces `everyMs` this once; 0 is at once. */
  readonly nextInMs: number;
  /** `Infinity` where nothing is due then and it only looks again; see `TimerOptions.slackMs`. @default 0 */
  readonly slackMs?: number;
}
