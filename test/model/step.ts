/** Something that can happen next in a world. */
export interface Step {
  /** Who does it, a verb, and what it is done to. */
  readonly text: string;
  take(): void | Promise<void>;
}

export function createStep(text: string, take: Step["take"]): Step {
  return { text, take };
}
