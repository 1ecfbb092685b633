import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RoutingStrategy } from "../model/option/value/routing-options.ts";
import type { Candidate } from "./strategies/candidate.ts";
import { type ChoosingStrategy, route } from "./route.ts";
import { NO_MEMORY, type RoutingMemory, type RoutingQuestion } from "./strategies/strategy.ts";

const CHOICES = 10_000;
const STRATEGIES = Object.values(RoutingStrategy).filter(
  (one) => one !== RoutingStrategy.Any && one !== RoutingStrategy.Broadcast,
);

function executors(count: number, overrides: Partial<Candidate> = {}): [Candidate, ...Candidate[]] {
  return Array.from({ length: count }, (_, index) => ({
    id: `id-${index}`,
    name: `worker-${index}`,
    identity: `worker-${index}`,
    running: 0,
    limit: null,
    isSilent: false,
    ...overrides,
  })) as [Candidate, ...Candidate[]];
}

function ask(strategy: ChoosingStrategy, question: Partial<RoutingQuestion>): string | null {
  const whole = { runId: "run", jobKey: "job", value: "", candidates: executors(5), memory: NO_MEMORY };
  return route(strategy, { ...whole, ...question }).chosen?.id ?? null;
}

/** How often each of the candidates was chosen, with the memory that the choices leave. */
function spread(
  strategy: ChoosingStrategy,
  questionOf: (index: number) => Partial<RoutingQuestion>,
  count = CHOICES,
): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  const given = new Map<string, { count: number; latest: number }>();
  for (let turn = 0; turn < count; turn += 1) {
    const memory: RoutingMemory = { turn, given, sent: new Map() };
    const id = ask(strategy, { runId: `run-${turn}`, memory, ...questionOf(turn) });
    counts.set(id, (counts.get(id) ?? 0) + 1);
    if (id !== null) given.set(id, { count: (given.get(id)?.count ?? 0) + 1, latest: turn });
  }
  return counts;
}

describe("over 10,000 runs and five executors", () => {
  test.each(["round", "leastFrequentlyUsed", "leastRecentlyUsed"] as const)(
    "%s gives each exactly its share",
    (strategy) => {
      expect([...spread(strategy, () => ({})).values()]).toEqual([2000, 2000, 2000, 2000, 2000]);
    },
  );

  test.each([
    ["random", () => ({})],
    ["sticky", (index: number) => ({ value: `customer-${index}` })],
    ["consistentHash", (index: number) => ({ jobKey: `app.job-${index}` })],
  ] as const)("%s gives each its share but for a tenth", (strategy, questionOf) => {
    const counts = spread(strategy, questionOf);
    expect(counts.size).toBe(5);
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });

  test.each([
    ["first", "id-0"],
    ["last", "id-4"],
    ["failover", "id-0"],
    ["consistentHash", ask("consistentHash", {})],
    ["sticky", ask("sticky", {})],
  ] as const)("%s gives all to one", (strategy, id) => {
    expect([...spread(strategy, () => ({}))]).toEqual([[id, CHOICES]]);
  });

  test.each([
    ["sticky", (index: number) => ({ value: `customer-${index}` })],
    ["consistentHash", (index: number) => ({ jobKey: `app.job-${index}` })],
  ] as const)(
    "of %s nothing moves but what belonged to an executor that leaves, nor but to one that comes",
    (strategy, questionOf) => {
      const six = executors(6);
      for (const gone of six) {
        const rest = six.filter((one) => one !== gone) as [Candidate, ...Candidate[]];
        for (let index = 0; index < CHOICES / 6; index += 1) {
          const before = ask(strategy, { ...questionOf(index), candidates: six });
          const after = ask(strategy, { ...questionOf(index), candidates: rest });
          if (before !== gone.id) expect(after).toBe(before);
          else expect(rest.map(({ id }) => id)).toContain(after);
        }
      }
    },
  );
});

describe("every strategy", () => {
  const candidate = fc.record({
    running: fc.nat(5),
    limit: fc.option(fc.integer({ min: 1, max: 5 })),
    isSilent: fc.boolean(),
  });
  const question = fc.record({
    runId: fc.string(),
    jobKey: fc.string(),
    value: fc.string(),
    candidates: fc
      .array(candidate, { minLength: 1, maxLength: 8 })
      .map(
        (list) =>
          executors(list.length).map((one, index) => ({ ...one, ...list[index] })) as [
            Candidate,
            ...Candidate[],
          ],
      ),
    memory: fc.nat(100).map((turn) => ({ ...NO_MEMORY, turn })),
  });

  test.each(STRATEGIES)("%s chooses alike each time, and one of those asked about", (strategy) => {
    fc.assert(
      fc.property(question, (asked) => {
        const choice = route(strategy, asked);
        expect(route(strategy, asked)).toEqual(choice);
        const ids = asked.candidates.map(({ id }) => id);
        if (choice.chosen !== null) expect(ids).toContain(choice.chosen.id);
        else expect(strategy).toBe("busyover");
        for (const { candidate: refused } of choice.passedOver) expect(refused).not.toBe(choice.chosen);
      }),
    );
  });
});

test("round goes on in the order of its executors", () => {
  const at = (turn: number) => ask("round", { memory: { ...NO_MEMORY, turn } });
  expect([3, 4, 5, 6].map(at)).toEqual(["id-3", "id-4", "id-0", "id-1"]);
});

test("an executor that is new gets no more than the others", () => {
  const given = new Map([
    ["id-0", { count: 7, latest: 1 }],
    ["id-1", { count: 6, latest: 2 }],
    ["id-2", { count: 7, latest: 3 }],
  ]);
  const memory = { ...NO_MEMORY, given };
  expect(ask("leastFrequentlyUsed", { candidates: executors(3), memory })).toBe("id-1");
  expect(ask("leastRecentlyUsed", { candidates: executors(3), memory })).toBe("id-0");
  expect(ask("leastFrequentlyUsed", { candidates: executors(4), memory })).toBe("id-3");
  expect(ask("leastRecentlyUsed", { candidates: executors(4), memory })).toBe("id-3");
});

test("failover passes over those whose heartbeats are overdue, unless all are", () => {
  const [a, b, c] = executors(3) as [Candidate, Candidate, Candidate];
  const question = { runId: "run", jobKey: "job", value: "", memory: NO_MEMORY };
  const silent = (one: Candidate): Candidate => ({ ...one, isSilent: true });
  const choice = route("failover", { ...question, candidates: [silent(a), b, c] });
  expect(choice).toEqual({ chosen: b, passedOver: [{ candidate: silent(a), why: "silent" }] });
  const all = route("failover", { ...question, candidates: [silent(a), silent(b)] });
  expect(all.chosen).toEqual(silent(a));
});

test("busyover takes the first that has room, counting what was sent to it since its heartbeat, else whichever has room next", () => {
  const [a, b, c] = executors(3, { running: 1, limit: 2 }) as [Candidate, Candidate, Candidate];
  const sentTo = (...ids: readonly string[]) => ({ ...NO_MEMORY, sent: new Map(ids.map((id) => [id, 1])) });
  const candidates: [Candidate, ...Candidate[]] = [a, b, c];
  expect(ask("busyover", { candidates, memory: NO_MEMORY })).toBe(a.id);
  expect(ask("busyover", { candidates, memory: sentTo(a.id, b.id) })).toBe(c.id);
  expect(ask("busyover", { candidates, memory: sentTo(a.id, b.id, c.id) })).toBeNull();
  expect(
    ask("busyover", {
      candidates: [
        { ...a, limit: null },
        { ...b, limit: null, running: 0 },
      ],
    }),
  ).toBe(b.id);
});
