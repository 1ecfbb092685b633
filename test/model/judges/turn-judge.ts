import { indexOf } from "../model-job.ts";
import { runName } from "../run-name.ts";
import type { Share } from "../world-options.ts";
import type { Judge, WorldEvidence } from "./judge.ts";

/** A run that waits for a slot. */
interface Waiting {
  readonly id: string;
  readonly share: Share;
  /** Runs of its own key that were before it. */
  readonly ahead: number;
  /** Runs that were about to begin when it joined: their turn was given before. */
  readonly chosen: ReadonlySet<string>;
  /** How many runs of each other key began while it waited. */
  readonly passed: Map<string, number>;
}

/** No key with a run that waits is passed over by another one more than their weights say, and once more. */
export class TurnJudge implements Judge {
  readonly #shares: readonly Share[];
  #waiting: readonly Waiting[] = [];
  readonly #begun = new Set<string>();
  /** Those that were about to begin before the last step. */
  #admitting: ReadonlySet<string> = new Set();

  constructor(shares: readonly Share[]) {
    this.#shares = shares;
  }

  memory(): unknown {
    return this.#waiting.map(({ id, ahead, chosen, passed }) => [id, ahead, [...chosen], [...passed]]);
  }

  complaints({ records, admitting }: WorldEvidence): readonly string[] {
    const complaints: string[] = [];
    const waits = new Set(
      records
        .filter(({ state, reason }) => state === "Enqueued" && reason?.code === "waits_for_slot")
        .map(({ id }) => id),
    );
    const stillWaiting = this.#waiting.filter(({ id }) => waits.has(id));
    for (const { id, attempt } of records) {
      if (attempt === 0 || this.#begun.has(id)) continue;
      this.#begun.add(id);
      const { key, weight } = this.#shareOf(id);
      for (const { id: waiting, share, ahead, chosen, passed } of stillWaiting) {
        if (share.key === key || chosen.has(id)) continue;
        const times = (passed.get(key) ?? 0) + 1;
        passed.set(key, times);
        const allowed = Math.floor(((ahead + 1) * weight) / share.weight + 1e-9) + 1;
        if (times > allowed)
          complaints.push(`${runName(waiting)} was passed over ${times} times by ${key}, not ${allowed}`);
      }
    }
    const joined = [...waits].filter((id) => !this.#waiting.some((one) => one.id === id));
    this.#waiting = stillWaiting;
    for (const id of joined) {
      const share = this.#shareOf(id);
      const ahead = this.#waiting.filter((one) => one.share.key === share.key).length;
      this.#waiting = [...this.#waiting, { id, share, ahead, chosen: this.#admitting, passed: new Map() }];
    }
    this.#admitting = admitting;
    return complaints;
  }

  #shareOf(id: string): Share {
    return this.#shares[indexOf(id)] as Share;
  }
}
