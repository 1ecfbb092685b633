import { isTerminal, type JobInstance } from "@mojob/core";
import type { ResolvedWorldOptions } from "./world-options.ts";
import { RATE_MS } from "./model-job.ts";
import { complaintsAbout } from "./run-model.ts";
import { attemptName, runName } from "./run-name.ts";
import type { Effect } from "./running-code.ts";

export interface AnsweredCancel {
  readonly id: string;
  /** The state the run was said to be in. */
  readonly answer: string;
}

/** What a world leaves behind. */
export interface WorldEvidence {
  readonly records: readonly JobInstance[];
  readonly effects: readonly Effect[];
  readonly cancels: readonly AnsweredCancel[];
  /** Attempts that workers were asked for since a pause was acknowledged that is in force. */
  readonly heldBack: ReadonlySet<string>;
}

/** Says what is wrong with what a world leaves behind; it remembers what it saw before. */
export class WorldJudge {
  readonly #options: Pick<ResolvedWorldOptions, "maxConcurrency" | "whenFull" | "rate">;
  /** Ends that were seen: they are for ever. */
  readonly #ended = new Map<string, string>();

  constructor(options: Pick<ResolvedWorldOptions, "maxConcurrency" | "whenFull" | "rate">) {
    this.#options = options;
  }

  /** What may not be at any moment. */
  complaints({ records, effects, heldBack }: WorldEvidence): readonly string[] {
    const complaints = records.flatMap((run) =>
      complaintsAbout(run).map((message) => `${runName(run.id)}: ${message}`),
    );
    const held = records.filter(({ state }) => state === "Processing");
    for (const [lane, holders] of Map.groupBy(held, (run) => run.lane)) {
      if (holders.length > this.#options.maxConcurrency)
        complaints.push(`${holders.length} runs of lane ${lane} are Processing at once`);
      if (new Set(holders.map(({ slot }) => slot)).size < holders.length)
        complaints.push("two runs hold one slot");
    }
    const keys = records.flatMap(({ state, uniqueKey }) => (isTerminal(state) ? [] : (uniqueKey ?? [])));
    if (new Set(keys).size < keys.length)
      complaints.push(`two open runs have the unique key ${keys.join(" ")}`);
    for (const run of records) {
      if (run.slot !== null && run.state !== "Processing")
        complaints.push(`${runName(run.id)} is ${run.state} and holds a slot`);
      const ended = this.#ended.get(run.id);
      if (ended !== undefined && ended !== run.state)
        complaints.push(`${runName(run.id)} was ${ended} and is ${run.state}`);
      if (isTerminal(run.state)) this.#ended.set(run.id, run.state);
    }
    const begins = effects.filter(({ isEnd }) => !isEnd);
    for (const { atMs } of begins) {
      const count = begins.filter((one) => one.atMs >= atMs && one.atMs < atMs + RATE_MS).length;
      if (count > (this.#options.rate ?? Infinity))
        complaints.push(`${count} attempts began within ${RATE_MS} ms, from ${atMs} on`);
    }
    const names = begins.map(attemptName);
    for (const name of names)
      if (heldBack.has(name)) complaints.push(`${name} was asked for during a pause, and began`);
    if (new Set(names).size < names.length) complaints.push(`an attempt was begun twice: ${names.join(" ")}`);
    return complaints;
  }

  /** What may not be where nothing went wrong and nothing more will happen by itself. */
  complaintsBeforeRest({ records }: WorldEvidence): readonly string[] {
    return records
      .filter(({ state }) => !isTerminal(state))
      .map(({ id, state }) => `${runName(id)} is ${state}, and nobody gives it its turn`);
  }

  /** What may not be where nothing more will happen, of a world with these runs. */
  complaintsAtRest(runs: readonly string[], { records, effects, cancels }: WorldEvidence): readonly string[] {
    const complaints: string[] = [];
    const ids = records.map(({ id }) => id).toSorted();
    if (ids.join() !== runs.toSorted().join()) complaints.push(`there are runs ${ids.join()}`);
    for (const { id, lane, state, reason, attempt, uniqueKey } of records) {
      if (!isTerminal(state)) complaints.push(`${runName(id)} is still ${state}`);
      const isAlone = !records.some((other) => other.id !== id && other.lane === lane);
      if (reason?.code === "job_full" && this.#options.whenFull === "queue")
        complaints.push(`${runName(id)} was skipped, and its job queues`);
      if (uniqueKey !== null && isTerminal(state))
        complaints.push(`${runName(id)} has ended and keeps its unique key`);
      if (reason?.code === "job_full" && isAlone)
        complaints.push(`${runName(id)} found its lane full, and no other run was in it`);
      const isDone = effects.some(
        (effect) => effect.isEnd && effect.instanceId === id && effect.attempt === attempt,
      );
      if (state === "Succeeded" && !isDone) complaints.push(`${runName(id)} counts as done and was not`);
    }
    for (const { id, answer } of cancels) {
      const state = records.find((run) => run.id === id)?.state;
      const told = answer === "Processing" ? "Cancelled" : answer;
      if (told !== state)
        complaints.push(`the cancel of ${runName(id)} was answered with ${answer}, and it is ${state}`);
    }
    return complaints;
  }
}
