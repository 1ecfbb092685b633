import { describe, expect, it } from "vitest";
import type { ImportRequest } from "./plan/import-request.ts";
import { type ImportPreview, type PreviewOptions, previewImport } from "./preview-import.ts";
import { planImport } from "./plan/plan-import.ts";

const NOW = new Date("2026-11-22T12:00:00.250Z");
const NOBODY = {
  jobs: { list: () => Promise.resolve({ items: [], nextCursor: null }) },
  workers: () => Promise.resolve([]),
};

function aCrontab(text: string): ImportRequest {
  return { source: "crontab", text, timeZone: "Europe/Berlin", app: "ops" };
}

function preview(text: string, options: PreviewOptions = {}): Promise<ImportPreview> {
  return previewImport(NOBODY, aCrontab(text), NOW, options);
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}

/** The longest time in which the event loop did not turn, as a part of all the time that something took. */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  const begunMs = performance.now();
  let [longestMs, turnedMs] = [0, begunMs];
  const turn = (): void => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - turnedMs);
    turnedMs = nowMs;
  };
  const timer = setInterval(turn, 1);
  try {
    await work();
    turn();
    return longestMs / (turnedMs - begunMs);
  } finally {
    clearInterval(timer);
  }
}

const VARIED = lines(300, (index) => `${index % 60} ${index % 24} ${(index % 28) + 1} * * /bin/job-${index}`);

describe("previewImport()", () => {
  it("computes in slices over all jobs, however little each takes", async () => {
    // What a busy machine makes longer it makes longer everywhere.
    expect(await longestStretch(() => preview(VARIED))).toBeLessThan(1 / 4);
  });

  it("says of which jobs the fires were not compared, once its time is used up", async () => {
    const { jobs } = await preview(`0 * * * * /bin/a\n@reboot /bin/b`, { budgetMs: 0 });
    expect(jobs.map(({ proof, findings }) => [proof, findings.map(({ code }) => code)])).toEqual([
      [null, ["no_runner", "not_compared"]],
      [null, ["reboot", "no_runner"]],
    ]);
  });

  it("ends when its client has left", async () => {
    const client = new AbortController();
    const ending = preview(VARIED, { signal: client.signal });
    client.abort(new Error("The client has left"));
    await expect(ending).rejects.toThrow("The client has left");
  });
});

describe("planImport()", () => {
  it("refuses a crontab whose variables make its scripts large, at the line", () => {
    const variables = lines(40_000, (index) => `V${index}=x`);
    expect(() => planImport(aCrontab(`${variables}\n${lines(400, () => "0 * * * * /bin/a")}`))).toThrow(
      expect.objectContaining({ code: "too_much_source", parameters: { max: 4, line: 40_006 } }),
    );
  });

  it("shows a word of the source once, and then its beginning", () => {
    const { jobs } = planImport(
      aCrontab(`MAILTO=${"x".repeat(100_000)}\n${lines(50, () => "0 * * * * /bin/a")}`),
    );
    expect(JSON.stringify(jobs).length).toBeLessThan(150_000);
  });

  it("counts mistakes and findings beyond the first of them", () => {
    const { mistakes } = planImport(aCrontab(`0 * * * * /bin/a\n${lines(1000, () => "nonsense")}`));
    expect(mistakes).toHaveLength(101);
    expect(mistakes.at(-1)).toMatchObject({ code: "more_mistakes", parameters: { count: 900 } });
    const children = lines(1000, (index) => `${index + 2}`).replaceAll("\n", ",");
    const [job] = planImport({
      source: "xxl",
      text: JSON.stringify([
        { id: 1, job_group: 1, app_name: "shop", executor_handler: "h", child_jobid: children },
      ]),
      timeZone: "UTC",
    }).jobs;
    expect(job?.findings).toHaveLength(21);
  });
});
