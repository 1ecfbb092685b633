import { runName } from "../run-name.ts";
import type { Judge, WorldEvidence } from "./judge.ts";

/** While a pause is in force no fire begins but those whose admission was under way when it was acknowledged. */
export class PauseJudge implements Judge {
  #mayBegin: ReadonlySet<string> | null = null;
  #begun = 0;

  memory(): unknown {
    return this.#mayBegin && [...this.#mayBegin].map(runName).toSorted();
  }

  complaints({ records, effects, admitting, heldBack, isPaused }: WorldEvidence): readonly string[] {
    const begins = effects.filter(({ isEnd }) => !isEnd);
    const since = begins.slice(this.#begun);
    this.#begun = begins.length;
    if (!isPaused) {
      this.#mayBegin = null;
      return [];
    }
    if (this.#mayBegin === null) {
      // A worker that has a request may have asked already whether the job is paused.
      const isAsked = records.filter(
        ({ id, state, reason }) =>
          state === "Enqueued" &&
          reason === null &&
          ![...heldBack].some((name) => name.startsWith(runName(id))),
      );
      this.#mayBegin = new Set([...admitting, ...isAsked.map(({ id }) => id)]);
      return [];
    }
    return since
      .filter(({ instanceId }) => this.#mayBegin?.has(instanceId) === false)
      .map(({ instanceId }) => `${runName(instanceId)} waited when its job was paused, and began`);
  }
}
