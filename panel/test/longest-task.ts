import { openBrowser } from "./open-panel.ts";

/** How long a page's own thread worked without a pause. */
export interface LongestTask {
  /** Of the processor: the same however much else the machine does. */
  readonly cpuMs: number;
  /** As a user in front of it felt it. */
  readonly wallMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds: of the clock, and of the thread. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const PAGE_THREAD = "CrRendererMain";
const TASK = "ThreadControllerImpl::RunTask";

/** Calls `act` and resolves to the longest task of the pages meanwhile, by the browser's own trace. */
export async function longestTask(act: () => Promise<unknown>): Promise<LongestTask> {
  const browser = await openBrowser();
  await browser.startTracing(undefined, { categories: ["toplevel"] });
  let trace: Buffer;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const ofPages = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === PAGE_THREAD)
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.name.endsWith(TASK) && ofPages.has(threadOf(event)));
  if (tasks.every(({ tdur }) => tdur === undefined)) throw new Error("The trace has no task of a page");
  const longest = (values: readonly number[]): number => Math.round(Math.max(...values) / 1000);
  return {
    cpuMs: longest(tasks.map(({ tdur = 0 }) => tdur)),
    wallMs: longest(tasks.map(({ dur = 0 }) => dur)),
  };
}
