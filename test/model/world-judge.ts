import { isTerminal } from "@mojob/core";
import type { ResolvedWorldOptions } from "./world-options.ts";
import { RATE_MS } from "./model-job.ts";
import { complaintsAbout } from "./run-model.ts";
import { attemptName, runName } from "./run-name.ts";
import { DebounceJudge } from "./judges/debounce-judge.ts";
import type { Judge, WorldEvidence } from "./judges/judge.ts";
import { isSpread, LedJudge } from "./judges/led-judge.ts";
import { PauseJudge } from "./judges/pause-judge.ts";
import { TurnJudge } from "./judges/turn-judge.ts";
import { WaitingJudge } from "./judges/waiting-judge.ts";

/** Says what is wrong with what a world leaves behind; it remembers what it saw before. */
export class WorldJudge {
  readonly #options: ResolvedWorldOptions;
  readonly #judges: readonly Judge[];
  /** Ends that were seen: they are for ever. */
  readonly #ended = new Map<string, string>();
  readonly #objections: string[] = [];

  constructor(options: ResolvedWorldOptions) {
    this.#options = options;
    const { shares, debounces, maxWaiting, endsWaits, pauses, broadcasts, hasChild } = options;
    this.#judges = [
      ...(shares.length > 0 ? [new TurnJudge(shares)] : []),
      ...(debounces ? [new DebounceJudge()] : []),
      ...(maxWaiting !== null || endsWaits ? [new WaitingJudge(options)] : []),
      ...(pauses > 0 ? [new PauseJudge()] : []),
      ...(broadcasts || hasChild ? [new LedJudge(options)] : []),
    ];
  }

  /** What later complaints depend on besides the evidence. */
  memory(): unknown {
    return this.#judges.map((judge) => judge.memory?.());
  }

  /** Something is wrong that the evidence does not show. */
  object(complaint: string): void {
    this.#objections.push(complaint);
  }

  /** Takes note of a step; whatever was wrong after any is wrong for ever. */
  note(evidence: WorldEvidence): void {
    for (const judge of this.#judges) this.#objections.push(...judge.complaints(evidence));
  }

  /** What may not be at any moment. */
  complaints({ records, effects, heldBack }: WorldEvidence): readonly string[] {
    const complaints = records.flatMap((run) =>
      complaintsAbout(run).map((message) => `${runName(run.id)}: ${message}`),
    );
    complaints.push(...this.#objections);
    const held = records.filter(
      (run) => (run.state === "Processing" || run.abandoned !== null) && !isSpread(run),
    );
    for (const [lane, holders] of Map.groupBy(held, (run) => run.lane)) {
      if (holders.length > this.#options.maxConcurrency + this.#options.raises)
        complaints.push(`${holders.length} runs of lane ${lane} hold slots at once`);
      if (new Set(holders.map(({ slot }) => slot)).size < holders.length)
        complaints.push("two runs hold one slot");
    }
    const keys = records.flatMap(({ state, uniqueKey }) => (isTerminal(state) ? [] : (uniqueKey ?? [])));
    if (new Set(keys).size < keys.length)
      complaints.push(`two open runs have the unique key ${keys.join(" ")}`);
    for (const run of records) {
      if (run.slot !== null && run.state !== "Processing" && run.abandoned === null)
        complaints.push(`${runName(run.id)} is ${run.state} and holds a slot`);
      const ended = this.#ended.get(run.id);
      if (ended !== undefined && ended !== run.state)
        complaints.push(`${runName(run.id)} was ${ended} and is ${run.state}`);
      if (isTerminal(run.state)) this.#ended.set(run.id, run.state);
    }
    const begins = effects.filter(({ isEnd }) => !isEnd);
    const { timeouts, crashes, mistakenLosses, maxConcurrency, lanes, raises } = this.#options;
    const executed = begins.length - (effects.length - begins.length);
    if (timeouts > 0 && crashes + mistakenLosses === 0 && executed > (maxConcurrency + raises) * lanes)
      complaints.push(`the code of ${executed} attempts runs at once`);
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
    return (
      records
        // What follows the ends of shards moves a broadcast on.
        .filter((run) => !isTerminal(run.state) && !isSpread(run))
        .map(({ id, state }) => `${runName(id)} is ${state}, and nobody gives it its turn`)
    );
  }

  /** What may not be where nothing more will happen, of a world with these runs. */
  complaintsAtRest(runs: readonly string[], evidence: WorldEvidence): readonly string[] {
    const { records, effects, cancels } = evidence;
    const complaints = this.#judges.flatMap((judge) => judge.complaintsAtRest?.(evidence) ?? []);
    const ids = records.filter(({ trigger }) => trigger.of === undefined).map(({ id }) => id);
    const isWrong = this.#options.isTriggered
      ? ids.some((id) => !runs.includes(id))
      : ids.toSorted().join() !== runs.toSorted().join();
    if (isWrong) complaints.push(`there are runs ${ids.join()}`);
    for (const run of records) {
      const { id, lane, state, reason, attempt, uniqueKey } = run;
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
      if (state === "Succeeded" && !isDone && !isSpread(run))
        complaints.push(`${runName(id)} counts as done and was not`);
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
