/** What a run of the harness can be found guilty of. */
export const VerdictKind = {
  /** A fire that was owed, an accepted trigger or the effect of a run that counts as done is not there. */
  Lost: "lost",
  /** One fire was decided twice, or one attempt, or a run that must not be repeated, was run twice. */
  Doubled: "doubled",
  /** More of a job ran at once than its limit allows. */
  Overlapping: "overlapping",
  /** A run did not end, or held on to Processing beyond its timeout. */
  Stuck: "stuck",
  /** A record took a step the state machine does not have. */
  IllegalEdge: "illegal edge",
  /** An attempt that had been given up still changed its run. */
  LateWrite: "late write",
  /** A slot is held by a run that is not Processing. */
  SlotLeft: "slot left",
  /** The firing cursor went past a fire that was never decided. */
  CursorGap: "cursor gap",
  /** The API's response is not what happened. */
  FalseAnswer: "false answer",
  /** A run ended and nothing followed it, or was followed before its end. */
  NotFollowed: "not followed",
} as const;
export type VerdictKind = (typeof VerdictKind)[keyof typeof VerdictKind];

export interface Verdict {
  readonly kind: VerdictKind;
  /** The run or the fire it is about. */
  readonly subject: string;
  readonly message: string;
}
