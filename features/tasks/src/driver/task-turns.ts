import { GroupCommit } from "@mojob/core/engine";

interface Turn<Input> {
  waiting: number;
  readonly steps: GroupCommit<Input, null>;
}

/** Has one step of a task made at a time: what comes meanwhile makes the next one together. */
export class TaskTurns<Input> {
  readonly #step: (id: string, inputs: readonly Input[]) => Promise<void>;
  readonly #turns = new Map<string, Turn<Input>>();

  constructor(step: (id: string, inputs: readonly Input[]) => Promise<void>) {
    this.#step = step;
  }

  /** Resolves once a step has taken them. */
  async submit(id: string, inputs: readonly Input[]): Promise<void> {
    if (inputs.length === 0) return;
    const turn = this.#turns.get(id) ?? this.#begin(id);
    this.#turns.set(id, turn);
    turn.waiting += 1;
    try {
      await turn.steps.submitAll(inputs);
    } finally {
      turn.waiting -= 1;
      if (turn.waiting === 0) this.#turns.delete(id);
    }
  }

  #begin(id: string): Turn<Input> {
    const steps = new GroupCommit<Input, null>(async (batch) => {
      await this.#step(id, batch);
      return batch.map(() => null);
    });
    return { waiting: 0, steps };
  }
}
