import { setTimeout as timer } from "node:timers/promises";
import { isTerminal, type JobState } from "@mojob/core";
import type { ApiAnswer, Sighting } from "../checker/evidence.ts";
import { CHAOS_TASK, CHAOS_TASK_BODY } from "../programs/chaos-task.ts";
import type { SeededRandom } from "../faults/seeded-random.ts";
import type { Member } from "./member.ts";

export interface ApiDriverOptions {
  readonly members: readonly Member[];
  readonly random: SeededRandom;
  /** How many runs a second are triggered. */
  readonly triggersPerSecond: number;
  /** Jobs that are paused and resumed, and whose priority is edited, while it goes on. */
  readonly pausedKeys: readonly string[];
  readonly editedKeys: readonly string[];
  /** Jobs that are triggered in turn, beside all that is. */
  readonly remoteKeys: readonly string[];
  /** Whether a task is created and triggered, beside all that is. */
  readonly hasTasks: boolean;
}

const ANSWER_WITHIN_MS = 4000;
const KEPT_IDS = 60;
/** A request without a response for so long is given up, and that is recorded. */
const INSIST_FOR_MS = 180_000;
const RETRY_MS = 300;
const TASK_EVERY_MS = 700;
const MOST_OPEN_TASKS = 8;

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A client that sends many requests to the API, records every response, and repeats a request under the same key where none came. */
export class ApiDriver {
  readonly answers: ApiAnswer[] = [];
  readonly sightings: Sighting[] = [];
  /** Responses that no client should ever get. */
  readonly surprises: string[] = [];
  readonly #options: ApiDriverOptions;
  readonly #ids: string[] = [];
  readonly #stop = new AbortController();
  #work: readonly Promise<void>[] = [];
  #keys = 0;
  #digests = 0;

  constructor(options: ApiDriverOptions) {
    this.#options = options;
  }

  start(): void {
    const { triggersPerSecond, pausedKeys, editedKeys, remoteKeys, hasTasks, random } = this.#options;
    this.#work = [
      this.#every(1000 / triggersPerSecond, () => this.#triggerSomething()),
      ...(remoteKeys.length > 0
        ? [this.#every(200, async () => void (await this.trigger(random.pick(remoteKeys))))]
        : []),
      ...(hasTasks ? [this.#runTasks()] : []),
      this.#every(400, () => this.#cancelSomething()),
      this.#every(300, () => this.#look()),
      ...pausedKeys.map((key) => this.#pauseAndResume(key)),
      ...editedKeys.map((key) => this.#edit(key)),
    ];
  }

  /** Sends nothing more; resolves when every request has had its response or will never have one. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#work);
  }

  /** Takes a job's schedules away, asking until it is acknowledged. A pause would hold the fires that wait. */
  async stopFiring(jobKey: string): Promise<void> {
    const giveUpAtMs = Date.now() + INSIST_FOR_MS;
    for (;;) {
      const askedAtMs = Date.now();
      const answered = await this.#ask(
        "PATCH",
        `/jobs/${jobKey}`,
        { cron: null, schedules: [] },
        { "if-match": "*" },
      );
      if (answered?.status === 200) return;
      this.#judge("an edit", answered, [412, 503]);
      if (askedAtMs > giveUpAtMs) return void this.#giveUp(`take the schedule of ${jobKey}`);
      await timer(RETRY_MS);
    }
  }

  /** Starts a run; resolves to its id once it was accepted. */
  async trigger(jobKey: string, body: object = {}): Promise<string> {
    const idempotencyKey = `k${(this.#keys += 1)}`;
    const giveUpAtMs = Date.now() + INSIST_FOR_MS;
    for (;;) {
      const askedAtMs = Date.now();
      const answered = await this.#ask("POST", `/jobs/${jobKey}/instances`, body, {
        "idempotency-key": idempotencyKey,
      });
      const id = answered?.status === 202 ? (answered.body["instance"] as { id: string }).id : null;
      const answeredAtMs = id === null ? null : Date.now();
      const { args } = body as { readonly args?: unknown };
      this.answers.push({ type: "trigger", jobKey, idempotencyKey, id, args, askedAtMs, answeredAtMs });
      if (id !== null) return id;
      this.#judge("a trigger", answered, [503]);
      if (askedAtMs > giveUpAtMs) return this.#giveUp(`trigger ${jobKey}`);
      await timer(RETRY_MS);
    }
  }

  async #triggerSomething(): Promise<void> {
    const { random } = this.#options;
    const kind = random.between(0, 99);
    const id =
      kind < 60
        ? await this.trigger("mail")
        : kind < 70
          ? await this.trigger("mail", { delayMs: random.between(300, 6000) })
          : kind < 84
            ? await this.trigger("pair")
            : kind < 96
              ? await this.trigger("long")
              : await this.trigger(kind < 99 ? "deaf" : "hung");
    if (kind < 40) await this.trigger("digest", { args: { number: (this.#digests += 1) } });
    else if (kind < 55) await this.trigger("line", { args: { customer: kind < 52 ? "ada" : "bob" } });
    // One that was given up has no id.
    if (id === "") return;
    this.#ids.push(id);
    if (this.#ids.length > KEPT_IDS) this.#ids.shift();
  }

  async #runTasks(): Promise<void> {
    await this.#createTask();
    const open = new Set<string>();
    await this.#every(TASK_EVERY_MS, async () => {
      if (open.size >= MOST_OPEN_TASKS) await this.#forgetEnded(open);
      // Each has some twenty runs: a machine that is slow now would never be done with what it took.
      if (open.size >= MOST_OPEN_TASKS) return;
      const id = await this.trigger(CHAOS_TASK);
      if (id !== "") open.add(id);
      // Few are cancelled: the last of many ids is the likeliest.
      if (id !== "" && this.#options.random.between(0, 9) === 0) this.#ids.push(id);
    });
  }

  async #forgetEnded(open: Set<string>): Promise<void> {
    for (const id of open) {
      const answered = await this.#ask("GET", `/instances/${encodeURIComponent(id)}`);
      if (answered?.status === 200 && isTerminal(answered.body["state"] as JobState)) open.delete(id);
    }
  }

  async #createTask(): Promise<void> {
    const giveUpAtMs = Date.now() + INSIST_FOR_MS;
    while (Date.now() < giveUpAtMs) {
      const answered = await this.#ask("POST", "/jobs", {
        key: CHAOS_TASK,
        app: "chaos",
        kind: "triggered",
        work: { kind: "task", body: CHAOS_TASK_BODY },
        options: { maxConcurrency: null, retention: { maxInstances: 100_000, maxSkipped: 100_000 } },
      });
      // A response may have been lost.
      if (answered?.status === 201 || answered?.status === 409) return;
      this.#judge("a task", answered, [503]);
      await timer(RETRY_MS);
    }
    this.#giveUp("create a task");
  }

  async #cancelSomething(): Promise<void> {
    const { random } = this.#options;
    if (this.#ids.length === 0) return;
    // The youngest are the likeliest to be caught in the act.
    const id = this.#ids[this.#ids.length - 1 - random.between(0, Math.min(9, this.#ids.length - 1))] ?? "";
    const askedAtMs = Date.now();
    const answered = await this.#ask("POST", `/instances/${encodeURIComponent(id)}/cancel`, {});
    const isAnswered = answered !== null && [202, 404, 409].includes(answered.status);
    const run = answered?.body["instance"] as { readonly state: JobState } | undefined;
    const detail = typeof answered?.body["detail"] === "string" ? answered.body["detail"] : "";
    const ended = /ended as "(\w+)"/.exec(detail)?.[1] as JobState | undefined;
    this.answers.push({
      type: "cancel",
      id,
      askedAtMs,
      answeredAtMs: isAnswered ? Date.now() : null,
      state: run?.state ?? ended ?? null,
      isRefused: answered?.status === 409,
    });
    this.#judge("a cancel", answered, [202, 409, 503]);
  }

  async #look(): Promise<void> {
    const { random } = this.#options;
    if (this.#ids.length === 0) return;
    const id = random.pick(this.#ids);
    const answered = await this.#ask("GET", `/instances/${encodeURIComponent(id)}`);
    this.#judge("a look at a run", answered, [200, 503]);
    const state = answered?.status === 200 ? (answered.body["state"] as JobState) : null;
    if (state !== null && isTerminal(state)) this.sightings.push({ id, state, atMs: Date.now() });
  }

  async #pauseAndResume(jobKey: string): Promise<void> {
    const { random } = this.#options;
    while (!this.#stop.signal.aborted) {
      await this.#pauseFor(random.between(1500, 6000));
      await this.#insist("pause", jobKey);
      await this.#pauseFor(random.between(1500, 5000));
      await this.#insist("resume", jobKey);
    }
  }

  async #edit(jobKey: string): Promise<void> {
    const { random } = this.#options;
    let priority = 3;
    while (!this.#stop.signal.aborted) {
      await this.#pauseFor(random.between(1200, 4000));
      priority = 1 + ((priority + random.between(0, 3)) % 5);
      for (;;) {
        const askedAtMs = Date.now();
        const answered = await this.#ask("PATCH", `/jobs/${jobKey}`, { priority }, { "if-match": "*" });
        const answeredAtMs = answered?.status === 200 ? Date.now() : null;
        this.answers.push({ type: "edit", jobKey, priority, askedAtMs, answeredAtMs });
        if (answeredAtMs !== null || this.#stop.signal.aborted) break;
        this.#judge("an edit", answered, [412, 503]);
        await timer(RETRY_MS);
      }
    }
  }

  async #insist(type: "pause" | "resume", jobKey: string): Promise<void> {
    const giveUpAtMs = Date.now() + INSIST_FOR_MS;
    for (;;) {
      const askedAtMs = Date.now();
      const answered = await this.#ask("POST", `/jobs/${jobKey}/${type}`, {});
      const answeredAtMs = answered?.status === 200 ? Date.now() : null;
      this.answers.push({ type, jobKey, askedAtMs, answeredAtMs });
      if (answeredAtMs !== null) return;
      this.#judge(`a ${type}`, answered, [412, 503]);
      if (askedAtMs > giveUpAtMs) return void this.#giveUp(`${type} ${jobKey}`);
      await timer(RETRY_MS);
    }
  }

  /** `null` where no server responded. */
  async #ask(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered | null> {
    const { url } = this.#options.random.pick(this.#options.members);
    if (url === null) return null;
    try {
      const response = await fetch(new URL(`/api/v1${path}`, url), {
        method,
        headers: { "content-type": "application/json", ...headers },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    } catch {
      return null;
    }
  }

  #giveUp(what: string): string {
    this.surprises.push(`nobody would ${what} for ${INSIST_FOR_MS} ms`);
    return "";
  }

  #judge(what: string, answered: Answered | null, expected: readonly number[]): void {
    if (answered === null || expected.includes(answered.status) || answered.status < 300) return;
    this.surprises.push(`${what} was answered with ${answered.status} ${JSON.stringify(answered.body)}`);
  }

  /** Begins work at a steady pace, however long each takes. */
  async #every(ms: number, work: () => Promise<void>): Promise<void> {
    const underWay = new Set<Promise<void>>();
    while (!this.#stop.signal.aborted) {
      await this.#pauseFor(ms);
      const begun: Promise<void> = work().finally(() => underWay.delete(begun));
      underWay.add(begun);
      // While no server responds, requests do not pile up for ever.
      if (underWay.size > 50) await Promise.race(underWay);
    }
    await Promise.all(underWay);
  }

  async #pauseFor(ms: number): Promise<void> {
    await timer(ms, undefined, { signal: this.#stop.signal }).catch(() => {});
  }
}
