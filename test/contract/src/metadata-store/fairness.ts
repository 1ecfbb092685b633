import assert from "node:assert/strict";
import { type FairShare, type JobInstance, turnAfter } from "@mojob/core/ports";
import fc from "fast-check";
import { aChange, anAdmission, aPoliteAdmission } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";
import { uniqueName } from "../unique-name.ts";

const ACME = { key: "acme", weight: 1 };
const ZENITH = { key: "zenith", weight: 1 };

/** The runs of one lane, each created a millisecond after the one before; the first holds its one slot. */
class Lane {
  readonly #test: MetadataStoreTest;
  readonly #job: string;
  #created = 0;

  private constructor(test: MetadataStoreTest, job: string) {
    this.#test = test;
    this.#job = job;
  }

  static async full(test: MetadataStoreTest, job = "job"): Promise<Lane> {
    const lane = new Lane(test, job);
    const [holder] = (await lane.insert(null, ["holder"])) as [JobInstance];
    const [answer] = await test.store.instances.admit([aPoliteAdmission(holder)]);
    assert.equal(answer?.outcome, "admitted");
    return lane;
  }

  async insert(
    fairShare: FairShare | null,
    names: readonly string[],
    overrides: Partial<JobInstance> = {},
  ): Promise<readonly JobInstance[]> {
    const runs = names.map((name) => {
      this.#created += 1;
      const id = `${this.#job}-${name}`;
      const { tenant } = this.#test;
      const createdAt = instant(this.#created);
      return anInstance({ tenant, jobKey: this.#job, id, createdAt, fairShare, ...overrides });
    });
    await this.#test.store.instances.insert(runs);
    return runs;
  }

  /** Lets new runs of a key wait. */
  async join(
    fairShare: FairShare | null,
    names: readonly string[],
    overrides: Partial<JobInstance> = {},
  ): Promise<readonly JobInstance[]> {
    const runs = await this.insert(fairShare, names, overrides);
    const answers = await this.#test.store.instances.admit(runs.map((run) => aPoliteAdmission(run)));
    assert.ok(answers.every(({ outcome }) => outcome === "waits"));
    return runs;
  }

  /** What waits, in its order. */
  async waiting(most = 1000): Promise<readonly JobInstance[]> {
    const query = { tenant: this.#test.tenant, lane: this.#job, most };
    const [found = []] = await this.#test.store.instances.firstWaiting([query]);
    return found;
  }

  async names(): Promise<string> {
    return (await this.waiting()).map(({ id }) => id.slice(this.#job.length + 1)).join(" ");
  }

  /** Begins the first that waits beside what runs, and returns it. */
  async begin(): Promise<JobInstance | undefined> {
    const [first] = await this.waiting(1);
    if (first === undefined) return undefined;
    const [answer] = await this.#test.store.instances.admit([
      { ...anAdmission(first, { limit: 10_000 }), hasWaited: true },
    ]);
    assert.equal(answer?.outcome, "admitted");
    return answer.instance;
  }

  async cancel(...runs: readonly JobInstance[]): Promise<void> {
    const set = { state: "Cancelled", reason: { code: "job_deleted" } } as const;
    const written = await this.#test.store.instances.update(runs.map((run) => aChange(run, { set })));
    assert.ok(written.every(Boolean));
  }
}

function named(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}

interface Waiting {
  readonly run: JobInstance;
  priority: number;
  turn: number | null;
}

function byTurn(a: Waiting, b: Waiting): number {
  return (
    a.priority - b.priority ||
    (a.turn ?? 0) - (b.turn ?? 0) ||
    a.run.createdAt.getTime() - b.run.createdAt.getTime()
  );
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("join" as const), key: fc.nat(2), count: fc.nat(4) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("begin" as const) }) },
);
const mixedStep = fc.oneof(
  { weight: 5, arbitrary: step },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("prioritize" as const),
      pick: fc.nat(),
      priority: fc.integer({ min: 2, max: 4 }),
    }),
  },
);
const weights = fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(0.5, 1, 2, 4)));

export function describeFairness(it: MetadataStoreIt): void {
  it("admit() gives a run with a fair share its turn as it begins to wait, and it has none afterwards", async (test) => {
    const lane = await Lane.full(test);
    const [a, b] = (await lane.join(ACME, ["a", "b"])) as [JobInstance, JobInstance];
    const turns = async (): Promise<unknown> =>
      (await test.store.instances.get(test.tenant, [a.id, b.id])).map((run) => run?.turn);
    assert.deepEqual(await turns(), [1, 2]);
    const begun = await lane.begin();
    assert.deepEqual([begun?.id, begun?.turn, begun?.fairShare], [a.id, null, ACME]);
    await lane.cancel(b);
    assert.deepEqual(await turns(), [null, null]);
  });

  it("firstWaiting() takes the keys in turn, however many runs of one wait", async (test) => {
    const lane = await Lane.full(test);
    await lane.join(ACME, named("a", 5));
    await lane.join(ZENITH, ["z1"]);
    await lane.join({ key: "o'|$.{}/", weight: 1 }, ["o1", "o2"]);
    assert.equal(await lane.names(), "a1 z1 o1 a2 o2 a3 a4 a5");
    for (let begun = 0; begun < 4; begun += 1) await lane.begin();
    // What comes now is not behind a5, and not before what has waited.
    await lane.join(ZENITH, ["z2", "z3"]);
    assert.equal(await lane.names(), "o2 z2 a3 z3 a4 a5");
  });

  it("firstWaiting() gives a key as many turns as its weight", async (test) => {
    const lane = await Lane.full(test);
    await lane.join(ACME, named("a", 4));
    await lane.join({ key: "zenith", weight: 4 }, named("z", 9));
    assert.equal(await lane.names(), "a1 z1 z2 z3 z4 a2 z5 z6 z7 z8 a3 z9 a4");
    const rare = await Lane.full(test, "rare");
    await rare.join(ACME, named("a", 4));
    await rare.join({ key: "zenith", weight: 0.5 }, ["z1", "z2"]);
    assert.equal(await rare.names(), "a1 a2 z1 a3 a4 z2");
  });

  it("a key that waits for nothing else gets no turns for it later", async (test) => {
    const lane = await Lane.full(test);
    await lane.join(ACME, named("a", 8));
    const order: (string | undefined)[] = [];
    // The other key asks for its next run only when the one before has begun.
    for (let asked = 1; asked <= 3; asked += 1) {
      await lane.join({ key: "zenith", weight: 0.5 }, [`z${asked}`]);
      let begun: JobInstance | undefined;
      do order.push((begun = await lane.begin())?.id.slice("job-".length));
      while (begun?.fairShare?.key !== "zenith");
    }
    assert.equal(order.join(" "), "a1 a2 z1 a3 a4 z2 a5 a6 z3");
  });

  it("turns count within a priority and a lane, and what has no share is before those that have", async (test) => {
    const lane = await Lane.full(test);
    const other = await Lane.full(test, "other");
    await lane.join(ACME, named("a", 3));
    await other.join(ACME, ["b1"]);
    const [urgent] = (await lane.join(ACME, ["u1"], { priority: 1 })) as [JobInstance];
    await lane.join(null, ["n1"]);
    assert.equal(await lane.names(), "u1 n1 a1 a2 a3");
    const [b1] = await other.waiting();
    const [u1] = await test.store.instances.get(test.tenant, [urgent.id]);
    assert.deepEqual([b1?.turn, u1?.turn], [1, 1]);
  });

  it("a run that is given another priority is the first there, and the others keep their turns", async (test) => {
    const lane = await Lane.full(test);
    const runs = await lane.join(ACME, named("a", 4));
    await lane.join(ZENITH, named("z", 2));
    const set = { priority: 2, turn: null };
    await lane.join(ZENITH, ["y1"], { priority: 2 });
    const { store } = test;
    assert.deepEqual(await store.instances.update([aChange(runs[3] as JobInstance, { set })]), [true]);
    assert.equal(await lane.names(), "a4 y1 a1 z1 a2 z2 a3");
    assert.equal((await lane.waiting(1))[0]?.turn, null);
    await lane.join(ACME, ["a5"]);
    assert.equal(await lane.names(), "a4 y1 a1 z1 a2 z2 a3 a5");
  });

  it("what was cancelled while it waited holds nobody up", async (test) => {
    const lane = await Lane.full(test);
    const runs = await lane.join(ACME, named("a", 150));
    await lane.join(ZENITH, ["z1"]);
    await lane.cancel(...runs);
    await lane.join(ACME, ["b1"]);
    assert.equal(await lane.names(), "z1 b1");
    const [z1, b1] = await lane.waiting();
    assert.deepEqual([z1?.turn, b1?.turn], [1, 1]);
  });

  it("a run that waits already keeps its turn when it is delivered once more", async (test) => {
    const lane = await Lane.full(test);
    const [a1] = (await lane.join(ACME, ["a1", "a2"])) as [JobInstance];
    const [again] = await test.store.instances.admit([aPoliteAdmission(a1)]);
    assert.ok(again?.outcome === "waits");
    assert.equal(again.instance.turn, 1);
    assert.equal(await lane.names(), "a1 a2");
  });

  it("a run that waits is inserted with its turn by a copy of the store", async (test) => {
    const lane = await Lane.full(test);
    const reason = { code: "waits_for_slot", parameters: { limit: 1 } } as const;
    await lane.insert(ACME, ["a1"], { reason, turn: 7 });
    await lane.join(ACME, ["a2"]);
    assert.deepEqual(
      (await lane.waiting()).map(({ turn }) => turn),
      [7, 8],
    );
  });

  it("admit() by 40 at once gives no two runs of a key one turn", async (test) => {
    const lane = await Lane.full(test);
    const runs = [
      ...(await lane.insert(ACME, named("a", 30))),
      ...(await lane.insert(ZENITH, named("z", 10))),
    ];
    const racing = runs.map((run) => test.store.instances.admit([aPoliteAdmission(run)]));
    const answers = (await Promise.all(racing)).flat();
    assert.ok(answers.every(({ outcome }) => outcome === "waits"));
    const waiting = await lane.waiting();
    for (const [{ key }, count] of [
      [ACME, 30],
      [ZENITH, 10],
    ] as const) {
      const turns = waiting.filter(({ fairShare }) => fairShare?.key === key).map(({ turn }) => turn ?? 0);
      assert.deepEqual(
        turns,
        Array.from({ length: count }, (_, index) => index + 1),
      );
    }
  });

  it("no key that waits is passed over more often than its weight allows", async (test) => {
    await fc.assert(
      fc.asyncProperty(weights, fc.array(step, { maxLength: 30 }), async (ofKeys, steps) => {
        const lane = await Lane.full(test, uniqueName("job"));
        const shares = ofKeys.map((weight, index) => ({ key: `key-${index}`, weight }));
        const waiting = shares.map((): { readonly ahead: number; readonly passed: number[] }[] => []);
        let count = 0;
        const began = (key: string | undefined): void => {
          const own = shares.findIndex((share) => share.key === key);
          const { ahead, passed } = waiting[own]?.shift() ?? { ahead: 0, passed: [] };
          passed.forEach((times, other) => {
            if (other === own) return;
            const share = (ofKeys[other] ?? 1) / (ofKeys[own] ?? 1);
            const allowed = Math.floor((ahead + 1) * share + 1e-9) + 1;
            assert.ok(
              times <= allowed,
              `${key} was passed over ${times} times by another key, not ${allowed}`,
            );
          });
          for (const run of waiting.flat()) run.passed[own] = (run.passed[own] ?? 0) + 1;
        };
        for (const next of steps) {
          if (next.kind === "begin") {
            const run = await lane.begin();
            if (run !== undefined) began(run.fairShare?.key);
            continue;
          }
          const share = shares[next.key] as FairShare;
          const names = Array.from({ length: next.count }, () => String((count += 1)));
          if (names.length > 0) await lane.join(share, names);
          for (const _ of names)
            waiting[next.key]?.push({ ahead: waiting[next.key]?.length ?? 0, passed: shares.map(() => 0) });
        }
        for (let run = await lane.begin(); run !== undefined; run = await lane.begin())
          began(run.fairShare?.key);
        assert.deepEqual(waiting.flat(), []);
      }),
      { numRuns: test.harness.propertyRuns ?? 20 },
    );
  });

  it("however runs join, begin, are cancelled and given other priorities: turns are as they are computed", async (test) => {
    await fc.assert(
      fc.asyncProperty(weights, fc.array(mixedStep, { maxLength: 30 }), async (ofKeys, steps) => {
        const lane = await Lane.full(test, uniqueName("job"));
        let waiting: Waiting[] = [];
        let count = 0;
        const turnOf = (share: FairShare): number => {
          const joined = waiting.filter(({ priority, turn }) => priority === 3 && turn !== null);
          const [first] = joined.toSorted(byTurn);
          const own = joined
            .filter(({ run }) => run.fairShare?.key === share.key)
            .map(({ turn }) => turn ?? 0);
          return turnAfter(share, {
            first: first ? { turn: first.turn ?? 0, weight: first.run.fairShare?.weight ?? 1 } : null,
            last: own.length === 0 ? null : Math.max(...own),
          });
        };
        for (const next of steps) {
          const picked = "pick" in next ? waiting[next.pick % Math.max(1, waiting.length)] : undefined;
          if (next.kind === "join") {
            const share = { key: `key-${next.key}`, weight: ofKeys[next.key] ?? 1 };
            const names = Array.from({ length: next.count }, () => String((count += 1)).padStart(4, "0"));
            if (names.length === 0) continue;
            for (const run of await lane.join(share, names))
              waiting.push({ run, priority: 3, turn: turnOf(share) });
          } else if (next.kind === "begin") {
            const begun = await lane.begin();
            assert.equal(begun?.id, waiting[0]?.run.id);
            waiting.shift();
          } else if (picked === undefined) continue;
          else if (next.kind === "cancel") {
            await lane.cancel(picked.run);
            waiting = waiting.filter((one) => one !== picked);
          } else {
            const set = { priority: next.priority, turn: null };
            assert.deepEqual(await test.store.instances.update([aChange(picked.run, { set })]), [true]);
            Object.assign(picked, set);
          }
          waiting = waiting.toSorted(byTurn);
        }
        assert.deepEqual(
          (await lane.waiting()).map(({ id, turn }) => [id, turn]),
          waiting.map(({ run, turn }) => [run.id, turn]),
        );
      }),
      { numRuns: test.harness.propertyRuns ?? 20 },
    );
  });
}
