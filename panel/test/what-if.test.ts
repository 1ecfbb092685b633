import { expect, it, vi } from "vitest";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { createTask } from "./task-jobs.ts";

vi.setConfig(PATIENCE);

let url: string;
let client: RunClient;
servePanel({}, (server) => {
  url = server.url;
  client = createRunClient(url);
});

const send = (id: string, ...pre: readonly object[]): object => ({
  id,
  type: "job",
  job: { key: "mail.send" },
  params: [{ name: "to", value: id }],
  pre,
});
const BODY = {
  engine: 1,
  nodes: [
    {
      id: "pages",
      type: "condition",
      branches: [{ name: "page", when: "$.VISIT < 3" }],
      else: "done",
      loop: { maxVisits: 9 },
      pre: [{ node: "read", on: "ended" }],
    },
    { ...send("read", { node: "pages", branch: "page" }), allowFailure: true },
    { ...send("all", { node: "pages", branch: "done" }), each: { items: "['a', 'b', 'c']" } },
    send("report", { node: "all" }),
    send("alarm", { node: "all", on: "failed" }),
  ],
};

it("shows which way a workflow takes where nodes end as they are chosen to", async () => {
  await createTask(client, "flow.what-if", BODY);
  await using panel = await openPanel({ url, path: "/jobs/flow.what-if?tab=task" });
  const { page } = panel;
  await page.getByText("What if", { exact: true }).click();
  const whatIf = page.getByRole("region", { name: "What if" });
  const fate = (id: string) => whatIf.locator(`[data-fate="${id}"]`);
  await whatIf.getByText("The workflow succeeds.").waitFor();
  await fate("report").getByText("Begins").waitFor();
  await fate("read").getByText("Begins 2 times").waitFor();
  await fate("alarm").getByText("the way from all is not taken").waitFor();

  await fate("all").getByRole("button", { name: "all" }).click();
  await whatIf.getByLabel("all ends so").selectOption({ label: "Some of its items fail" });
  await whatIf.getByLabel("Items that fail").fill("2");
  await fate("report").getByText("Kept back by all, which did not end well").waitFor();
  await fate("alarm").getByText("Begins").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});
