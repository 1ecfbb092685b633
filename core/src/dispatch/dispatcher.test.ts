import { describe, expect, test } from "vitest";
import { anExecutor, createWorld } from "../../fixtures/world.ts";
import type { DispatchBatch, ExecutionRequest, IMoRuntime } from "../ports/runtime.ts";
import { type Addressed, Dispatcher } from "./dispatcher.ts";

const { dispatcher: _, ...parts } = createWorld();

function aDispatcher(): Dispatcher {
  return new Dispatcher({ ...parts, tenant: "default" });
}

function itemsOf(app: string, count: number): readonly Addressed[] {
  return Array.from({ length: count }, () => ({ app }));
}

/** How many items each batch got, in the order the batches were opened. */
function sizesOf(dispatchIds: readonly string[]): readonly number[] {
  return [...Map.groupBy(dispatchIds, (id) => id).values()].map(({ length }) => length);
}

function aRequest(instanceId: string): ExecutionRequest {
  return { instanceId, jobKey: "mail.send", attempt: 1, priority: 3, dueAt: null };
}

describe("assign()", () => {
  test("opens a new batch after each 250", () => {
    expect(sizesOf(aDispatcher().assign(itemsOf("mail", 600)))).toEqual([250, 250, 100]);
  });

  test("gives each app batches of its own, in whatever order the runs come", () => {
    const items = Array.from({ length: 6 }, (_item, index) => ({ app: index % 2 === 0 ? "mail" : "ledger" }));
    const [a = "", b = ""] = aDispatcher().assign(items);
    expect(aDispatcher().assign(items)).toHaveLength(6);
    expect(a).not.toBe(b);
    expect(sizesOf(aDispatcher().assign(items))).toEqual([3, 3]);
  });

  test("never joins the runs of two calls", () => {
    const dispatcher = aDispatcher();
    const ids = [...dispatcher.assign(itemsOf("mail", 2)), ...dispatcher.assign(itemsOf("mail", 2))];
    expect(sizesOf(ids)).toEqual([2, 2]);
  });

  test.each<[string, readonly (number | null)[], number]>([
    ["no worker is known", [], 250],
    ["no worker is limited", [null, null], 250],
    ["the smallest limit is 40", [400, 40, null], 10],
    ["the quarter is no whole number", [7], 1],
    ["the limit is less than four", [1], 1],
    ["the quarter is more than that", [2000], 250],
  ])("makes batches of at most a quarter of the smallest limit: %s", (_what, limits, size) => {
    const dispatcher = aDispatcher();
    dispatcher.learnLimits(limits.map((limit, index) => anExecutor({ id: `worker-${index}`, limit })));
    expect(sizesOf(dispatcher.assign(itemsOf("mail", 300)))[0]).toBe(size);
  });

  test("minds the limits of an app's own workers only, and forgets those of workers that went", () => {
    const dispatcher = aDispatcher();
    dispatcher.learnLimits([anExecutor({ app: "ledger", limit: 8 })]);
    expect(sizesOf(dispatcher.assign(itemsOf("mail", 50)))).toEqual([50]);
    expect(sizesOf(dispatcher.assign(itemsOf("ledger", 4)))).toEqual([2, 2]);
    dispatcher.learnLimits([]);
    expect(sizesOf(dispatcher.assign(itemsOf("ledger", 4)))).toEqual([4]);
  });
});

describe("send()", () => {
  test("hands the requests over in one call, in the batches they were assigned", async () => {
    const { dispatcher, runtime } = createWorld();
    await dispatcher.send([
      { app: "mail", dispatchId: "d1", request: aRequest("r1") },
      { app: "ledger", dispatchId: "d2", request: aRequest("r2") },
      { app: "mail", dispatchId: "d1", request: aRequest("r3") },
    ]);
    expect(runtime.batches).toEqual([
      { id: "d1", tenant: "default", app: "mail", requests: [aRequest("r1"), aRequest("r3")] },
      { id: "d2", tenant: "default", app: "ledger", requests: [aRequest("r2")] },
    ]);
  });

  test("does not trouble the runtime with nothing", async () => {
    const { dispatcher, runtime, errors } = createWorld();
    runtime.failure = new Error("The runtime does not answer");
    await dispatcher.send([]);
    expect(errors).toEqual([]);
  });

  test("reports a runtime that fails, and throws nothing to the caller", async () => {
    const { dispatcher, runtime, errors } = createWorld();
    runtime.failure = new Error("The runtime does not answer");
    await dispatcher.send([{ app: "mail", dispatchId: "d1", request: aRequest("r1") }]);
    expect(errors).toEqual([runtime.failure]);
  });

  test("reports a runtime that throws before it returns a promise", async () => {
    const { runtime, clock, errors, onError } = createWorld();
    const broken = {
      dispatch: () => {
        throw new TypeError("broken");
      },
      findLost: runtime.findLost.bind(runtime),
    };
    const dispatcher = new Dispatcher({ tenant: "default", runtime: broken, clock, onError });
    await dispatcher.send([{ app: "mail", dispatchId: "d1", request: aRequest("r1") }]);
    expect(errors).toEqual([new TypeError("broken")]);
  });
});

describe("batches that gather", () => {
  /** A dispatcher each of whose handovers ends when it is told to. */
  function held() {
    const { clock, onError, errors } = createWorld();
    const handedOver: (readonly DispatchBatch[])[] = [];
    const ends: (() => void)[] = [];
    const runtime: IMoRuntime = {
      dispatch: (batches) => {
        handedOver.push(batches);
        return new Promise((resolve) => ends.push(resolve));
      },
      findLost: () => Promise.resolve([]),
    };
    const dispatcher = new Dispatcher({ tenant: "default", runtime, clock, onError });
    const give = (count: number, app = "mail") => {
      const ids = dispatcher.assign(itemsOf(app, count));
      return {
        ids,
        send: () => {
          const requests = ids.map((dispatchId, index) => ({
            app,
            dispatchId,
            request: aRequest(`${dispatchId}/${index}`),
          }));
          return dispatcher.send(requests);
        },
      };
    };
    const sizes = (): readonly (readonly number[])[] =>
      handedOver.map((batches) => batches.map(({ requests }) => requests.length));
    const end = async (): Promise<void> => {
      ends.shift()?.();
      await clock.settle();
    };
    return { dispatcher, give, sizes, end, settle: () => clock.settle(), errors };
  }

  test("what comes while one is handed over goes together in the next", async () => {
    const { give, sizes, end } = held();
    void give(1).send();
    const [second, third] = [give(2), give(3)];
    void second.send();
    void third.send();
    const fourth = give(4);
    void fourth.send();
    expect(sizes()).toEqual([[1]]);
    await end();
    expect(sizes()).toEqual([[1], [2, 7]]);
    expect(fourth.ids[0]).toBe(third.ids[0]);
  });

  test("one that is full does not wait", () => {
    const { give, sizes } = held();
    void give(1).send();
    void give(150).send();
    void give(150).send();
    expect(sizes()).toEqual([[1], [250]]);
  });

  test("one that waited goes once what was given a place in it has come, and takes nothing more", async () => {
    const { give, sizes, end } = held();
    void give(1).send();
    void give(1).send();
    const late = give(1);
    await end();
    expect(sizes()).toEqual([[1]]);
    const later = give(1);
    expect(later.ids).not.toEqual(late.ids);
    void later.send();
    expect(sizes()).toEqual([[1], [1]]);
    void late.send();
    expect(sizes()).toEqual([[1], [1], [2]]);
  });

  test("one whose other places are given back goes at once, and one that is given back whole never does", async () => {
    const { dispatcher, give, sizes, end } = held();
    void give(1).send();
    void give(1).send();
    const late = give(1);
    await end();
    dispatcher.giveBack(late.ids);
    expect(sizes()).toEqual([[1], [1]]);
    await end();
    dispatcher.giveBack(give(5).ids);
    expect(sizes()).toEqual([[1], [1]]);
  });

  test("a request of no batch, as of a retry, waits for nobody", () => {
    const { dispatcher, give, sizes } = held();
    void give(1).send();
    void give(1).send();
    void dispatcher.send([{ app: "mail", dispatchId: "own", request: aRequest("r1") }]);
    expect(sizes()).toEqual([[1], [1]]);
  });

  test("who sends hears of the end of the handover, a failed one's too", async () => {
    const { runtime, clock, errors, onError } = createWorld();
    runtime.failure = new Error("The runtime does not answer");
    const dispatcher = new Dispatcher({ tenant: "default", runtime, clock, onError });
    const [dispatchId = ""] = dispatcher.assign(itemsOf("mail", 1));
    await dispatcher.send([{ app: "mail", dispatchId, request: aRequest("r1") }]);
    expect(errors).toEqual([runtime.failure]);
  });
});
