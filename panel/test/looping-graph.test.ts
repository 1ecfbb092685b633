import { LOOPING_GRAPH_SORTS, loopingGraph } from "@mojob/test-fixtures/looping-graph";
import { expect, it, vi } from "vitest";
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

it("a graph with a batch and a loop is drawn layer by layer, with the way back below its nodes", async () => {
  await createTask(client, "flow.loops", loopingGraph("mail.send"));
  await using panel = await openPanel({
    url,
    path: "/jobs/flow.loops?tab=task",
    // All of it is in sight, and so in the page.
    viewport: { width: 2200, height: 1000 },
  });
  const { page } = panel;
  const graph = page.locator(".task-graph");
  const boxOf = async (id: string): Promise<DOMRect> =>
    graph
      .locator(`[data-node="${id}"]`)
      .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  await graph.locator('[data-node="close"]').waitFor();
  const ids = Object.keys(LOOPING_GRAPH_SORTS);
  const boxes = new Map(await Promise.all(ids.map(async (id) => [id, await boxOf(id)] as const)));
  const lefts = [...new Set([...boxes.values()].map(({ left }) => Math.round(left)))].toSorted(
    (a, b) => a - b,
  );
  const layers = Object.fromEntries(
    [...boxes].map(([id, { left }]) => [id, lefts.indexOf(Math.round(left))]),
  );
  expect(layers).toEqual(LOOPING_GRAPH_SORTS);

  const back = graph.locator(".task-edge[data-back]");
  expect(await back.count()).toBe(1);
  const ends = await back.evaluate((path: SVGPathElement) => {
    const matrix = path.getScreenCTM();
    const at = (length: number) => {
      const point = path.getPointAtLength(length).matrixTransform(matrix ?? undefined);
      return { x: point.x, y: point.y };
    };
    const { bottom } = path.getBoundingClientRect();
    return { from: at(0), to: at(path.getTotalLength()), bottom };
  });
  const [job1, x] = [boxes.get("job1"), boxes.get("x")] as [DOMRect, DOMRect];
  const middle = ({ left, width }: DOMRect): number => left + width / 2;
  expect([ends.from.x, ends.to.x]).toEqual([expect.closeTo(middle(job1), 0), expect.closeTo(middle(x), 0)]);
  expect([ends.from.y, ends.to.y]).toEqual([expect.closeTo(job1.bottom, 0), expect.closeTo(x.bottom, 0)]);
  expect(ends.bottom).toBeGreaterThan(Math.max(...[...boxes.values()].map(({ bottom }) => bottom)));
  expect(await graph.locator(".task-edge-words").allTextContents()).toEqual(["two", "one"]);
  expect(panel.complaints).toEqual([]);
});
