import { describe, expect, test } from "vitest";
import { createWorld, storeGone } from "@mojob/test-fixtures/world";
import type { MoEvent } from "../ports/event-bus.ts";
import type { ExecutionRequest } from "../model/execution-request.ts";
import type { JobExecutionRequested } from "../ports/execution-requested.ts";
import { type Destination, toApp } from "../model/destination.ts";
import { Dispatcher } from "./dispatcher.ts";
import { isExecutionRequested } from "./execution-requests.ts";

const { dispatcher: _, ...parts } = createWorld();

function aDispatcher(): Dispatcher {
  return new Dispatcher(parts);
}

function runsOf(app: string, count: number): readonly Destination[] {
  return Array.from({ length: count }, () => toApp("default", app));
}

/** The batch each run was given, where none is dispatched. */
async function assigned(dispatcher: Dispatcher, runs: readonly Destination[]): Promise<readonly string[]> {
  let ids: readonly string[] = [];
  await dispatcher.place(runs, (dispatchIds) => {
    ids = dispatchIds;
    return Promise.resolve(runs.map(() => null));
  });
  return ids;
}

/** How many runs each batch got, in the order the batches were opened. */
function sizesOf(dispatchIds: readonly string[]): readonly number[] {
  return [...Map.groupBy(dispatchIds, (id) => id).values()].map(({ length }) => length);
}

function aRequest(instanceId: string): ExecutionRequest {
  return { instanceId, jobKey: "mail.send", lane: "mail.send", attempt: 1, priority: 3, dueAt: null };
}

describe("place()", () => {
  test("opens a new batch after each 250", async () => {
    expect(sizesOf(await assigned(aDispatcher(), runsOf("mail", 600)))).toEqual([250, 250, 100]);
  });

  test("gives each destination batches of its own, in whatever order the runs come", async () => {
    const mail = toApp("default", "mail");
    const places = [
      mail,
      toApp("default", "ledger"),
      { ...mail, executor: "mail-1" },
      { ...mail, executor: "mail-2" },
      { ...mail, app: "ledger", executor: "mail-1" },
    ];
    const ids = await assigned(aDispatcher(), [...places, ...places]);
    expect(sizesOf(ids)).toEqual([2, 2, 2, 2, 2]);
    expect(ids.slice(0, 5)).toEqual(ids.slice(5));
  });

  test("never joins the runs of two calls that are still recorded", async () => {
    const dispatcher = aDispatcher();
    const [first, second] = await Promise.all([
      assigned(dispatcher, runsOf("mail", 2)),
      assigned(dispatcher, runsOf("mail", 2)),
    ]);
    expect(sizesOf([...first, ...second])).toEqual([2, 2]);
  });

  test("hands over what was recorded, and nothing else", async () => {
    const { dispatcher, bus } = createWorld();
    let ids: readonly string[] = [];
    const { handedOver } = await dispatcher.place(runsOf("mail", 3), (dispatchIds) => {
      ids = dispatchIds;
      return Promise.resolve([aRequest("r1"), null, aRequest("r3")]);
    });
    await handedOver;
    const destination = toApp("default", "mail");
    expect(bus.batches).toEqual([{ id: ids[0], destination, requests: [aRequest("r1"), aRequest("r3")] }]);
  });

  test("rejects where recording does, hands nothing over, and keeps no other call waiting", async () => {
    const { dispatcher, bus } = createWorld();
    const failing = dispatcher.place(runsOf("mail", 2), () => Promise.reject(storeGone()));
    await expect(failing).rejects.toMatchObject({ code: "store_unavailable" });
    expect(bus.batches).toEqual([]);
    const { handedOver } = await dispatcher.place(runsOf("mail", 1), () => Promise.resolve([aRequest("r1")]));
    await handedOver;
    expect(bus.requests).toEqual([aRequest("r1")]);
  });
});

const mail = toApp("default", "mail");

describe("send()", () => {
  test("publishes the requests in the batches they were assigned, on the topics of their destinations", async () => {
    const { dispatcher, bus } = createWorld();
    await dispatcher.send([
      { destination: mail, dispatchId: "d1", request: aRequest("r1") },
      { destination: toApp("default", "ledger"), dispatchId: "d2", request: aRequest("r2") },
      { destination: mail, dispatchId: "d1", request: aRequest("r3") },
    ]);
    expect(bus.batches).toEqual([
      { id: "d1", destination: mail, requests: [aRequest("r1"), aRequest("r3")] },
      { id: "d2", destination: toApp("default", "ledger"), requests: [aRequest("r2")] },
    ]);
  });

  test("does not trouble the bus with nothing", async () => {
    const { dispatcher, bus, errors } = createWorld();
    bus.failure = new Error("The bus does not answer");
    await dispatcher.send([]);
    expect(errors).toEqual([]);
  });

  test("reports a bus that fails, and throws nothing to the caller", async () => {
    const { dispatcher, bus, errors } = createWorld();
    bus.failure = new Error("The bus does not answer");
    await dispatcher.send([{ destination: mail, dispatchId: "d1", request: aRequest("r1") }]);
    expect(errors).toEqual([bus.failure]);
  });

  test("reports a bus that throws before it returns a promise", async () => {
    const { clock, errors, onError } = createWorld();
    const broken = {
      publish: () => {
        throw new TypeError("broken");
      },
    };
    const dispatcher = new Dispatcher({ bus: broken, clock, onError });
    await dispatcher.send([{ destination: mail, dispatchId: "d1", request: aRequest("r1") }]);
    expect(errors).toEqual([new TypeError("broken")]);
  });
});

describe("batches that gather", () => {
  /** A dispatcher each of whose handovers ends when the test ends it. */
  function held() {
    const { clock, onError, errors } = createWorld();
    const handedOver: (readonly JobExecutionRequested[])[] = [];
    const ends: (() => void)[] = [];
    const bus = {
      publish: (_topic: string, events: readonly MoEvent[]): Promise<void> => {
        handedOver.push(events.filter(isExecutionRequested));
        return new Promise((resolve) => ends.push(resolve));
      },
    };
    const dispatcher = new Dispatcher({ bus, clock, onError });
    /** Gives runs places in batches; `send` ends their recording, and `giveBack` too, with none to be dispatched. */
    const give = (count: number, app = "mail") => {
      const recorded = Promise.withResolvers<readonly (ExecutionRequest | null)[]>();
      let ids: readonly string[] = [];
      void dispatcher.place(runsOf(app, count), (dispatchIds) => {
        ids = dispatchIds;
        return recorded.promise;
      });
      const end = async (requests: readonly (ExecutionRequest | null)[]): Promise<void> => {
        recorded.resolve(requests);
        await clock.settle();
      };
      return {
        ids,
        send: () => end(ids.map((id, index) => aRequest(`${id}/${index}`))),
        giveBack: () => end(ids.map(() => null)),
      };
    };
    const sizes = (): readonly (readonly number[])[] =>
      handedOver.map((batches) => batches.map(({ payload }) => payload.requests.length));
    const end = async (): Promise<void> => {
      ends.shift()?.();
      await clock.settle();
    };
    return { dispatcher, give, sizes, end, settle: () => clock.settle(), errors };
  }

  test("what comes while one is handed over goes together in the next", async () => {
    const { give, sizes, end } = held();
    await give(1).send();
    const [second, third] = [give(2), give(3)];
    await second.send();
    await third.send();
    const fourth = give(4);
    await fourth.send();
    expect(sizes()).toEqual([[1]]);
    await end();
    expect(sizes()).toEqual([[1], [2, 7]]);
    expect(fourth.ids[0]).toBe(third.ids[0]);
  });

  test("one that is full does not wait", async () => {
    const { give, sizes } = held();
    await give(1).send();
    await give(150).send();
    await give(150).send();
    expect(sizes()).toEqual([[1], [250]]);
  });

  test("one that waited goes once what was given a place in it has come, and takes nothing more", async () => {
    const { give, sizes, end } = held();
    await give(1).send();
    await give(1).send();
    const late = give(1);
    await end();
    expect(sizes()).toEqual([[1]]);
    const later = give(1);
    expect(later.ids).not.toEqual(late.ids);
    await later.send();
    expect(sizes()).toEqual([[1], [1]]);
    await late.send();
    expect(sizes()).toEqual([[1], [1], [2]]);
  });

  test("one whose other places are given back goes at once, and one that is given back whole never does", async () => {
    const { give, sizes, end } = held();
    await give(1).send();
    await give(1).send();
    const late = give(1);
    await end();
    await late.giveBack();
    expect(sizes()).toEqual([[1], [1]]);
    await end();
    await give(5).giveBack();
    expect(sizes()).toEqual([[1], [1]]);
  });

  test("a request of no batch, as of a retry, waits for no other", async () => {
    const { dispatcher, give, sizes } = held();
    await give(1).send();
    await give(1).send();
    void dispatcher.send([{ destination: mail, dispatchId: "own", request: aRequest("r1") }]);
    expect(sizes()).toEqual([[1], [1]]);
  });

  test("place() resolves when the runs are recorded, and handedOver when the handover has ended, also when it failed", async () => {
    const { bus, clock, errors, onError } = createWorld();
    bus.failure = new Error("The bus does not answer");
    const dispatcher = new Dispatcher({ bus, clock, onError });
    const { handedOver } = await dispatcher.place(runsOf("mail", 1), () => Promise.resolve([aRequest("r1")]));
    await handedOver;
    expect(errors).toEqual([bus.failure]);
  });
});
