import type { JobInstance, JobTrigger } from "@mojob/core";
import { type Act, ActKind, completeAct } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { startersOf, type StartersOptions } from "./starters-of.ts";

const run = (id: string, trigger: JobTrigger, jobKey = "close"): JobInstance =>
  ({ id, jobKey, trigger }) as unknown as JobInstance;

const act = (kind: ActKind, by: string | null, note: string | null = null): Act =>
  completeAct({
    kind,
    note,
    by: by === null ? null : { id: by, name: by },
    id: "1",
    tenant: "default",
    app: "ledger",
    jobKey: "close",
    at: new Date(0),
    instanceId: null,
    madeId: null,
    operation: null,
    changes: [],
  });

interface Kept {
  readonly runs?: readonly JobInstance[];
  /** The newest first. */
  readonly acts?: readonly Act[];
  readonly updatedBy?: string | null;
}

function options({ runs = [], acts = [], updatedBy = null }: Kept): StartersOptions {
  return {
    tenant: "default",
    history: { list: () => Promise.resolve({ items: acts, nextCursor: null }) },
    findRun: (id) => Promise.resolve(runs.find((one) => one.id === id) ?? null),
    findJob: (key) => Promise.resolve({ key, updatedBy }),
  };
}

const starters = async (of: JobInstance, kept: Kept = {}): Promise<readonly string[]> =>
  [...(await startersOf(of, options(kept)))].toSorted();

describe("startersOf()", () => {
  it("is who started it by hand, and nobody who changed the job", async () => {
    const acts = [act(ActKind.Edit, "user:wang")];
    expect(await starters(run("1", { type: "api", by: "user:li" }), { acts })).toEqual(["user:li"]);
  });

  it("is who started the run that it came of, however far back", async () => {
    const runs = [
      run("1", { type: "api", by: "user:li" }),
      run("2", { type: "parent", of: "1" }, "middle"),
      run("3", { type: "rerun", of: "2", by: "user:wang" }),
    ];
    expect(await starters(run("4", { type: "task", of: "3" }), { runs })).toEqual(["user:li", "user:wang"]);
  });

  it("is who had the schedule start it: since somebody approved a run, and who changed the job last", async () => {
    const acts = [
      act(ActKind.Pause, "user:anna"),
      act(ActKind.Edit, "user:li"),
      act(ActKind.Register, null),
      act(ActKind.Resume, "token:ci"),
      act(ActKind.OperateTask, "user:wang", "retry node"),
      act(ActKind.Edit, "user:bert"),
      act(ActKind.OperateTask, "user:wang", "approve agreed"),
      act(ActKind.Edit, "user:cora"),
    ];
    expect(await starters(run("1", { type: "cron" }), { acts, updatedBy: "user:dora" })).toEqual([
      "token:ci",
      "user:bert",
      "user:dora",
      "user:li",
    ]);
  });
});
