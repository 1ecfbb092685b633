import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { type Clicks, countClicks } from "./count-clicks.ts";
import { openPanel, type OpenPanelOptions } from "./open-panel.ts";

/** Something that people come for. */
export interface Flow {
  readonly name: string;
  /** Clicks that it may take. */
  readonly most: number;
  /** Keys that it may take. @default none is pressed, but what is typed */
  readonly mostKeys?: number;
  /** Where it begins. */
  readonly path: string | (() => Promise<string>);
  /** @default as `openPanel` has it */
  readonly look?: Omit<OpenPanelOptions, "url" | "path">;
  /** What is done before it begins, as a sign-in. @default nothing */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Ends with the last thing that is seen. */
  readonly go: (page: Page, clicks: Clicks) => Promise<void>;
  /** What the browser may complain of. @default nothing */
  readonly complaint?: RegExp;
}

/** What a flow took. */
export interface Walked {
  readonly clicks: number;
  readonly keys: number;
  /** From the page that is shown to the last thing that is seen. */
  readonly ms: number;
}

declare module "vitest" {
  interface TaskMeta {
    walked?: Walked & { readonly name: string };
  }
}

/** Many times what they take: clicks are what is judged, and a machine may be busy. */
const MOST_MS = 60_000;

/** A test for each flow; `flow-table.ts` prints what they took. */
export function walkFlows(flows: readonly Flow[], urlOf: () => string): void {
  it.for(flows)("$name: at most $most clicks", async (flow, { task }) => {
    const { name, most, mostKeys = 0, path, look, prepare, go, complaint } = flow;
    const begin = typeof path === "string" ? path : await path();
    await using panel = await openPanel({ url: urlOf(), path: begin, ...look });
    await prepare?.(panel.page);
    await panel.page.getByRole("main").waitFor();
    await panel.page.getByRole("heading", { level: 1 }).first().waitFor();
    const clicks = countClicks();
    const startedMs = performance.now();
    await go(panel.page, clicks);
    const ms = performance.now() - startedMs;
    task.meta.walked = { name, clicks: clicks.count, keys: clicks.keys, ms };
    expect(clicks.count).toBeLessThanOrEqual(most);
    expect(clicks.keys).toBeLessThanOrEqual(mostKeys);
    expect(ms).toBeLessThan(MOST_MS);
    expect(panel.complaints.filter((one) => complaint?.test(one) !== true)).toEqual([]);
  });
}
