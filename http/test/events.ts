import { MoJobError } from "@mojob/core";
import type { StoreChange } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { type EventClient, openEvents } from "./event-client.ts";
import { addPerson, trigger, withRoot } from "./signed-in.ts";
import { openTestApi, type TestApi } from "./test-api.ts";

async function edit(api: TestApi, priority: number): Promise<void> {
  await api.call("updateJob", {
    path: { key: "mail.send" },
    headers: { "If-Match": "*" },
    body: { priority },
  });
}

/** Lets a test tell of changes by hand, beside those of the real store. */
async function openFlooded(): Promise<{ api: TestApi; tell: (changes: readonly StoreChange[]) => void }> {
  let listener: (changes: readonly StoreChange[]) => void = () => {};
  const api = await openTestApi({
    wrap: (scheduler) => ({
      ...scheduler,
      watch: (topics, given) => {
        listener = given;
        return scheduler.watch(topics, given);
      },
    }),
  });
  return { api, tell: (changes) => listener(changes) };
}

const jobChange = (key: string, revision = 1): StoreChange => ({
  topic: "definition",
  key,
  app: "a",
  revision,
});

export function describeEvents(): void {
  describe("events", () => {
    it("a stream begins with ready and sends the changes of its topics only", async () => {
      const api = await openTestApi();
      await api.call("streamEvents");
      const all = await openEvents(api);
      const jobs = await openEvents(api, { topics: "jobs" });
      expect(await all.next()).toMatchObject({ event: "ready" });
      expect(await jobs.next()).toMatchObject({ event: "ready" });
      const { body } = await api.call("triggerJob", {
        path: { key: "mail.send" },
        body: { args: { to: "ann" } },
      });
      await api.clock.advance(200);
      const id = body["instance"]?.["id"];
      expect(await all.next()).toMatchObject({
        event: "instances",
        data: { items: [{ id, state: expect.any(String) }] },
      });
      await edit(api, 2);
      await api.clock.advance(200);
      expect(await jobs.next()).toMatchObject({
        event: "jobs",
        data: { items: [{ key: "mail.send", app: "ledger", revision: 2 }], truncated: false },
      });
      await Promise.all([all.close(), jobs.close()]);
    });

    it("sends one that reads no items each topic that changed, once a second at most", async () => {
      const { api, tell } = await openFlooded();
      const client = await openEvents(api, { items: false });
      expect(await client.next()).toMatchObject({ event: "ready" });
      tell([jobChange("a")]);
      await api.clock.advance(200);
      expect(await client.piece()).toMatch(/^id: \S+\nevent: jobs\ndata: \{\}\n\n$/);
      for (let count = 0; count < 4; count += 1) {
        tell([jobChange(`b${count}`), { topic: "executor", id: "x", app: "a" }]);
        await api.clock.advance(200);
      }
      const both = client.piece();
      await api.clock.advance(200);
      expect((await both)?.match(/^event: .*$/gm)).toEqual(["event: jobs", "event: workers"]);
      await client.close();
    });

    it("a run's event is the run as lists show it, without its args", async () => {
      const api = await openTestApi();
      const client = await openEvents(api, { topics: "instances" });
      await client.next();
      await api.call("triggerJob", { path: { key: "mail.send" }, body: { args: { to: "ann" } } });
      await api.clock.advance(200);
      const [item] = (await client.next()).data.items ?? [];
      expect(item).toMatchObject({ jobKey: "mail.send", trigger: { type: "api" } });
      for (const field of ["args", "result", "error", "history"]) expect(item).not.toHaveProperty(field);
      await client.close();
    });

    it("a client that comes back with Last-Event-ID misses nothing and hears nothing twice", async () => {
      const api = await openTestApi();
      const first = await openEvents(api, { topics: "jobs" });
      await first.next();
      await edit(api, 1);
      const seen = await first.next();
      await first.close();
      await edit(api, 2);
      await api.clock.advance(200);
      const second = await openEvents(api, { topics: "jobs", lastEventId: seen.id });
      expect(await second.next()).toMatchObject({ event: "jobs", data: { items: [{ revision: 3 }] } });
      await second.close();
    });

    it("while a stream is open, a GET names the latest event whose change is in what it read", async () => {
      const api = await openTestApi();
      const positionOf = async (): Promise<string | null> =>
        (await api.call("listJobs")).headers.get("MoJob-Event-Id");
      expect(await positionOf()).toBeNull();
      const client = await openEvents(api, { topics: "jobs" });
      const { id } = await client.next();
      expect(await positionOf()).toBe(id);
      await edit(api, 1);
      const edited = await client.next();
      expect(await positionOf()).toBe(edited.id);
      expect(edited.id).not.toBe(id);
      await client.close();
      expect(await positionOf(), "one that comes back goes on from there").toBe(edited.id);
    });

    it("a stream that is opened after a panel's read sends what has changed since, however late it comes", async () => {
      const api = await openTestApi();
      const { headers } = await api.call("listJobs", { headers: { "MoJob-Client": "panel" } });
      const after = headers.get("MoJob-Event-Id") ?? "";
      await edit(api, 1);
      await api.clock.advance(59_000);
      const client = await openEvents(api, { topics: "jobs", after });
      const event = await client.next();
      expect(event).toMatchObject({ event: "jobs", data: { items: [{ revision: 2 }] } });
      await client.close();
      await edit(api, 2);
      await api.clock.advance(200);
      const again = await openEvents(api, { topics: "jobs", after, lastEventId: event.id });
      expect(await again.next(), "it goes on where it was").toMatchObject({
        data: { items: [{ revision: 3 }] },
      });
      await again.close();
    });

    it("a stream after an event that is no longer known begins with reset", async () => {
      const api = await openTestApi();
      const client = await openEvents(api, { after: "0190-old.5" });
      expect(await client.next()).toMatchObject({ event: "reset" });
      await client.close();
    });

    it.each(["0190-old.5", "nonsense", "", "0.99999999999999999999"])(
      "a client that comes back with the unknown id %j is told to read again",
      async (lastEventId) => {
        const api = await openTestApi();
        const client = await openEvents(api, { lastEventId });
        expect(await client.next()).toMatchObject({ event: "reset" });
        await client.close();
      },
    );

    it("after a minute without a reader the watch ends, and an earlier id begins a new stream", async () => {
      const api = await openTestApi();
      const first = await openEvents(api, { topics: "jobs" });
      const { id } = await first.next();
      await first.close();
      await api.clock.advance(60_000);
      const second = await openEvents(api, { topics: "jobs", lastEventId: id });
      expect(await second.next()).toMatchObject({ event: "reset" });
      await second.close();
    });

    it("every 5 s of quiet a comment keeps the connection open", async () => {
      const api = await openTestApi();
      const client = await openEvents(api, { topics: "jobs" });
      await client.next();
      for (let times = 1; times <= 3; times += 1) {
        const piece = client.piece();
        await api.clock.advance(5000);
        expect(await piece).toBe(": quiet\n\n");
      }
      await client.close();
    });

    it("events a client did not ask for do not keep its comments back", async () => {
      const { api, tell } = await openFlooded();
      const client = await openEvents(api, { topics: "instances" });
      await client.next();
      const piece = client.piece();
      for (let second = 0; second < 6; second += 1) {
        tell([jobChange(`job-${second}`)]);
        await api.clock.advance(1000);
      }
      expect(await piece).toBe(": quiet\n\n");
      await client.close();
    });

    it("under load many changes of one thing are sent as one, and more things than fit as truncated", async () => {
      const { api, tell } = await openFlooded();
      const client = await openEvents(api, { topics: "jobs" });
      await client.next();
      tell([jobChange("first")]);
      expect((await client.next()).data.items).toHaveLength(1);
      for (let revision = 1; revision <= 100; revision += 1) tell([jobChange("same", revision)]);
      await api.clock.advance(200);
      expect((await client.next()).data.items).toEqual([{ key: "same", app: "a", revision: 100 }]);
      tell(Array.from({ length: 5000 }, (_, index) => jobChange(`job-${index}`)));
      await api.clock.advance(200);
      const { data } = await client.next();
      expect(data).toMatchObject({ truncated: true });
      expect(data.items).toHaveLength(200);
      expect(data.items?.at(-1)).toMatchObject({ key: "job-4999" });
      await client.close();
    });

    it("a client too slow for the log is asked to read again, and then goes on", async () => {
      const { api, tell } = await openFlooded();
      const slow = await openEvents(api, { topics: "jobs" });
      await slow.next();
      for (let times = 0; times < 1100; times += 1) {
        tell([jobChange("busy", times)]);
        await api.clock.advance(200);
      }
      // What was already under way to the client may come first.
      let event = await slow.next();
      while (event.event === "jobs" && Number(event.data.items?.[0]?.["revision"]) < 50)
        event = await slow.next();
      expect(event.event).toBe("reset");
      tell([jobChange("busy", 2000)]);
      await api.clock.advance(200);
      expect((await slow.next()).data.items).toMatchObject([{ revision: 2000 }]);
      await slow.close();
    }, 120_000);

    it("a stream ends with the app, which then opens no other", async () => {
      const api = await openTestApi();
      const closed = await openEvents(api);
      await closed.next();
      const ended = closed.piece();
      await api.app.close();
      expect(await ended).toBeNull();
      expect(await api.call("streamEvents")).toMatchObject({ status: 503, body: { code: "shutting_down" } });
    });

    it("a stream that ends with the app has what happened until then", async () => {
      const { api, tell } = await openFlooded();
      const [client, bare] = [
        await openEvents(api, { topics: "jobs" }),
        await openEvents(api, { topics: "jobs", items: false }),
      ];
      for (const one of [client, bare]) await one.next();
      tell([jobChange("first")]);
      for (const one of [client, bare]) await one.next();
      // Gathered with what else happens in these milliseconds.
      tell([jobChange("last")]);
      await api.app.close();
      expect((await client.next()).data.items).toEqual([expect.objectContaining({ key: "last" })]);
      expect((await bare.next()).event).toBe("jobs");
      for (const one of [client, bare]) expect(await one.piece()).toBeNull();
    });

    it("closing everything leaves no timer behind", async () => {
      const api = await openTestApi();
      const before = api.clock.pending;
      const client = await openEvents(api);
      await client.next();
      void client.piece().catch(() => null);
      await api.clock.settle();
      expect(api.clock.pending).toBeGreaterThan(before);
      await api.app.close();
      await api.clock.settle();
      expect(api.clock.pending).toBe(before);
    });

    it("of one caller leave room for those of others", async () => {
      const { api, root } = await withRoot();
      const li = await addPerson(api, root, "li", { role: "viewer" });
      const clients = await Promise.all(
        Array.from({ length: 50 }, () => openEvents(api, { headers: li, topics: "workers" })),
      );
      expect((await api.call("streamEvents", { headers: li })).body["code"]).toBe("too_many_streams");
      const other = await openEvents(api, { headers: root, topics: "workers" });
      await Promise.all([...clients, other].map((client) => client.close()));
      await (await openEvents(api, { headers: li })).close();
    });

    it("end where the rights of their caller are narrowed, and show no more of what they chose from", async () => {
      const { api, root } = await withRoot();
      const li = await addPerson(api, root, "li", { role: "viewer" }, { role: "viewer", apps: ["billing"] });
      const { memberships } = await api.identity.people.get("li");
      const events = await openEvents(api, { headers: li });
      expect(await events.next()).toMatchObject({ event: "ready" });
      const id = memberships.find(({ apps }) => apps === null)?.id ?? "";
      await api.call("takeRole", { path: { name: "li", id }, headers: root });
      await trigger(api, root);
      await api.clock.advance(200);
      expect(await events.piece()).toBeNull();
      const again = await openEvents(api, { headers: li });
      expect(await again.next()).toMatchObject({ event: "ready" });
      await trigger(api, root);
      await api.clock.advance(5000);
      expect(await again.piece()).toMatch(/^:/);
      await again.close();
    });

    it("end where payloads alone are taken, and where a role ends by itself", async () => {
      const { api, root } = await withRoot();
      const until = new Date(api.clock.now().getTime() + 60_000).toISOString();
      const [payloads, ending] = [{ role: "viewer" }, { role: "operator", payloads: false, until }];
      const li = await addPerson(api, root, "li", { role: "viewer", payloads: false }, payloads, ending);
      const open = async (): Promise<EventClient> => {
        const client = await openEvents(api, { headers: li });
        await client.next();
        return client;
      };
      const first = await open();
      const id = (await api.identity.people.get("li")).memberships[1]?.id ?? "";
      await api.call("takeRole", { path: { name: "li", id }, headers: root });
      expect(await first.piece()).toBeNull();
      const second = await open();
      let piece: string | null = "";
      for (let passedMs = 0; passedMs < 70_000 && piece !== null; passedMs += 5000) {
        await api.clock.advance(5000);
        piece = await second.piece();
      }
      expect(piece).toBeNull();
    });

    it("more streams than a server should hold are refused, and a closed one makes room", async () => {
      const api = await openTestApi();
      const clients = await Promise.all(
        Array.from({ length: 200 }, () => openEvents(api, { topics: "workers" })),
      );
      const refused = await api.call("streamEvents");
      expect(refused).toMatchObject({ status: 429, body: { code: "too_many_streams" } });
      expect(refused.headers.get("Retry-After")).toBe("5");
      await clients[0]?.close();
      const again = await openEvents(api, { topics: "workers" });
      await again.close();
      await Promise.all(clients.slice(1).map((client) => client.close()));
    });

    it("a store that cannot be watched is 503, and watching is tried again with the next client", async () => {
      const down = new MoJobError("store_unavailable", "Cannot watch: the store does not answer");
      let isDown = true;
      const api = await openTestApi({
        wrap: (scheduler) => ({
          ...scheduler,
          watch: (topics, listener) => (isDown ? Promise.reject(down) : scheduler.watch(topics, listener)),
        }),
      });
      expect((await api.call("streamEvents")).status).toBe(503);
      isDown = false;
      const client = await openEvents(api);
      expect(await client.next()).toMatchObject({ event: "ready" });
      await client.close();
    });

    it("a HEAD opens no stream", async () => {
      const api = await openTestApi();
      const before = api.clock.pending;
      const { status } = await api.fetch("/api/v1/events", { method: "HEAD" });
      expect(status).toBe(200);
      expect(api.clock.pending).toBe(before);
    });
  });
}
