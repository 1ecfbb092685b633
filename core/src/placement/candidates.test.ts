import { expect, test } from "vitest";
import { aDefinition, START } from "@mojob/test-fixtures/records";
import { anExecutor } from "@mojob/test-fixtures/world";
import { candidatesOf, namedExecutor } from "./candidates.ts";

test("candidatesOf() has those that can run the job, by name, then by age", () => {
  // One of a version before routing would never get what is sent to it.
  const { takesOwn: _, ...before } = anExecutor();
  const executors = [
    anExecutor({ id: "mail-3" }),
    anExecutor({ id: "mail-1", name: "b" }),
    anExecutor({ id: "mail-2", name: "a" }),
    anExecutor({ id: "ledger-1", app: "ledger", name: "a" }),
    anExecutor({ id: "mail-4", draining: true }),
    { ...before, id: "mail-5" },
    anExecutor({ id: "mail-0" }),
  ];
  const found = candidatesOf(executors, aDefinition(), START);
  expect(found.map(({ id }) => id)).toEqual(["mail-0", "mail-3", "mail-2", "mail-1"]);
});

test("an executor is the same after a restart where its name is its own", () => {
  const named = (...names: readonly string[]) =>
    candidatesOf(
      names.map((name, index) => anExecutor({ id: `id-${index}`, name })),
      aDefinition(),
      START,
    ).map(({ identity }) => identity);
  expect(named("a", "b")).toEqual(["a", "b"]);
  expect(named("a", "a", "b")).toEqual(["id-0", "id-1", "b"]);
});

test("one whose latest heartbeat is overdue is silent", () => {
  const after = (ms: number) => new Date(START.getTime() + ms);
  const isSilent = (now: Date) => candidatesOf([anExecutor()], aDefinition(), now)[0]?.isSilent;
  expect([isSilent(after(5000)), isSilent(after(5001))]).toEqual([false, true]);
});

test("a record names an executor by its name, else its address, else its machine and process, else its id", () => {
  const address = "http://10.0.0.7:9999/";
  const nameOf = (overrides: Parameters<typeof anExecutor>[0]) => namedExecutor(anExecutor(overrides)).name;
  expect(namedExecutor(anExecutor({ name: "Blue", address }))).toEqual({
    id: "worker-1",
    name: "Blue",
    address,
  });
  expect(nameOf({ address, host: "h", pid: 7 })).toBe(address);
  expect(nameOf({ host: "h", pid: 7 })).toBe("h/7");
  expect(nameOf({ host: "h" })).toBe("h");
  expect(namedExecutor(anExecutor({ id: "mail-1" }))).toEqual({ id: "mail-1", name: "mail-1" });
});
