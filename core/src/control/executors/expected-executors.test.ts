import { expect, test } from "vitest";
import { START } from "@mojob/test-fixtures/records";
import { aRequester } from "@mojob/test-fixtures/requester";
import { anExecutor, createWorld } from "@mojob/test-fixtures/world";
import type { Requester } from "../../access/requester.ts";
import type { ExpectExecutorRequest } from "../../model/expected-executor.ts";
import * as expected from "./expected-executors.ts";

type Opened = expected.ExpectedExecutorsOptions & { readonly requester: Requester };

const { missingOf } = expected;
const addExpected = (app: string, request: ExpectExecutorRequest, opened: Opened) =>
  expected.addExpected(opened.requester, app, request, opened);
const listExpected = (app: string, opened: Opened) => expected.listExpected(opened.requester, app, opened);
const removeExpected = (app: string, name: string, opened: Opened) =>
  expected.removeExpected(opened.requester, app, name, opened);

const HERE = anExecutor({ id: "w-1", name: "billing-1", app: "billing" });
const XXL = anExecutor({
  id: "xxl-1",
  name: "http://10.1.0.5:9999/",
  labels: { xxlApp: "shop" },
  app: "billing",
});

function open(changes: Partial<Opened> = {}): Opened {
  const { state, clock } = createWorld();
  return {
    tenant: "default",
    requester: aRequester(null, "user:li"),
    state,
    clock,
    workers: async (apps) => [HERE, XXL].filter(({ app }) => apps.has(app)),
    ...changes,
  };
}

test("executors on the list of an app are there under their name or id, or missing", async () => {
  const options = open();
  await addExpected("billing", { name: " billing-1 " }, options);
  await addExpected("billing", { name: "w-1" }, options);
  const list = await addExpected("billing", { name: "billing-2" }, options);
  expect(list).toEqual([
    { name: "billing-1", labels: {}, at: START, by: "user:li", worker: "w-1" },
    { name: "billing-2", labels: {}, at: START, by: "user:li", worker: null },
    { name: "w-1", labels: {}, at: START, by: "user:li", worker: "w-1" },
  ]);
  expect(await listExpected("billing", options)).toEqual(list);
  expect(await listExpected("shop", options)).toEqual([]);
  expect(missingOf(list, [HERE]).map(({ name }) => name)).toEqual(["billing-2"]);
  expect(await removeExpected("billing", "billing-2", options)).toHaveLength(2);
  expect(await removeExpected("billing", "unknown", options)).toHaveLength(2);
});

test("one of XXL-JOB is kept by its address in one notation, with its app name", async () => {
  const options = open();
  await addExpected("billing", { name: "http://10.1.0.5:9999", labels: { xxlApp: "shop" } }, options);
  const list = await addExpected(
    "billing",
    { name: "HTTP://10.1.0.5:9999/", labels: { xxlApp: "other" } },
    options,
  );
  expect(list).toMatchObject([{ name: "http://10.1.0.5:9999/", labels: { xxlApp: "other" }, worker: null }]);
  const again = await addExpected(
    "billing",
    { name: "http://10.1.0.5:9999", labels: { xxlApp: "shop" } },
    options,
  );
  expect(again).toMatchObject([{ labels: { xxlApp: "shop" }, worker: "xxl-1" }]);
});

test.each([
  ["/name", { name: " " }],
  ["/name", { name: "a\nb" }],
  ["/name", { name: "10.1.0.5:9999", labels: { xxlApp: "shop" } }],
  ["/name", { name: "http://li:secret@10.1.0.5/", labels: { xxlApp: "shop" } }],
  ["/name", { name: "http://169.254.169.254/", labels: { xxlApp: "shop" } }],
  ["/xxlApp", { name: "http://10.1.0.5:9999/", labels: { xxlApp: " " } }],
])("refuses at %s: %j", async (pointer, request) => {
  await expect(addExpected("billing", request, open())).rejects.toMatchObject({
    code: "invalid_argument",
    issues: [{ pointer }],
  });
});

test("a list is that of the app the caller is limited to", async () => {
  const options = open({ requester: aRequester("shop") });
  for (const call of [
    listExpected("billing", options),
    addExpected("billing", { name: "a" }, options),
    removeExpected("billing", "a", options),
  ])
    await expect(call).rejects.toMatchObject({ code: "invalid_argument" });
});

test("executors that are added at the same time are all on the list", async () => {
  const options = open();
  const names = ["a", "b", "c", "d"];
  await Promise.all(names.map((name) => addExpected("billing", { name }, options)));
  expect((await listExpected("billing", options)).map(({ name }) => name)).toEqual(names);
});
