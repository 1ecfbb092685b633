import { StateStoreInMemory } from "@mojob/memory";
import { describe, expect, it } from "vitest";
import { aDefinition, aRunningInstance } from "@mojob/test-fixtures/records";
import type { JobContext } from "../job/job-context.ts";
import { codeWork, type JobWork, WorkKind } from "../model/job-work.ts";
import { phasedWork } from "../model/phased-work.ts";
import { secretsOf } from "../model/work-secrets.ts";
import { hasRunner } from "../placement/can-run.ts";
import type { IMoWorkRunner, WorkAttempt } from "../ports/work-runner.ts";
import { createWorkSlots } from "../running/worker/work-slots.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { KeptWorks } from "./kept-work.ts";
import { PhasesRunner } from "./phases-runner.ts";

const script = (source: string, ...secrets: readonly string[]): JobWork => ({
  kind: WorkKind.Script,
  language: "shell",
  source,
  secrets,
});
const work = phasedWork({
  ready: script("check", "A"),
  process: codeWork("load"),
  end: script("tidy", "A", "B"),
});
const definition = aDefinition({ app: "ops", work });

interface Here {
  readonly ran: string[];
  readonly warnings: string[];
  readonly leave: AbortController;
  readonly attempt: WorkAttempt<JobContext>;
}

function anAttempt(): Here {
  const warnings: string[] = [];
  const leave = new AbortController();
  const log = { debug: () => {}, info: () => {}, warn: (text: string) => void warnings.push(text) };
  const context = { signal: leave.signal, log } as unknown as JobContext;
  const attempt = { definition, instance: aRunningInstance(), context, claim: "claim", onAbandon: () => {} };
  return { ran: [], warnings, leave, attempt };
}

/** Runs scripts, and the app's code; says what of it fails. */
function runners(ran: string[], fails: readonly string[] = []): readonly IMoWorkRunner<JobContext>[] {
  const places = createWorkSlots(1);
  const run = async ({ definition: { work: part } }: WorkAttempt<JobContext>): Promise<string> => {
    const name = part.kind === WorkKind.Script ? part.source : "load";
    ran.push(name);
    if (fails.includes(name)) throw new Error(`${name} failed`);
    return name;
  };
  return [
    {
      kind: WorkKind.Script,
      handlers: [],
      places,
      canRun: ({ work: part }) => part.kind === WorkKind.Script,
      run,
    },
    { kind: WorkKind.Code, handlers: ["load"], canRun: ({ work: part }) => part.kind === WorkKind.Code, run },
  ];
}

function phasesOver(given: readonly IMoWorkRunner<JobContext>[]): PhasesRunner {
  const clock = createFakeClock();
  return new PhasesRunner({
    runners: given,
    kept: new KeptWorks("default", new StateStoreInMemory({ clock })),
    clock,
  });
}

describe("work in phases", () => {
  it("shares what one of them has made with the others, and removes it after the last, whatever became of it", async () => {
    const { attempt } = anAttempt();
    const made: string[] = [];
    const removed: string[] = [];
    for (const fails of ["none", "load"]) {
      const run = async ({
        definition: { work: part },
        shared,
      }: WorkAttempt<JobContext>): Promise<string> => {
        const name = part.kind === WorkKind.Script ? part.source : "load";
        await shared?.get("folder", async () => {
          made.push(`${name} ${fails}`);
          return { remove: async () => void removed.push(`${made.length} ${name} ${fails}`) };
        });
        if (fails === name) throw new Error("broken");
        return name;
      };
      const all = runners([]).map((runner) => ({ ...runner, run }));
      await phasesOver(all)
        .run(attempt)
        .catch((error: Error) => expect(error.message).toBe("broken"));
    }
    expect(made).toEqual(["check none", "check load"]);
    expect(removed).toEqual(["1 check none", "2 check load"]);
  });

  it("runs one after the other, each with a place of its runner, and has the result of the process", async () => {
    const { attempt, ran } = anAttempt();
    const phases = phasesOver(runners(ran));
    expect(await phases.run(attempt)).toBe("load");
    expect(await phases.run(attempt)).toBe("load");
    expect(ran).toEqual(["check", "load", "tidy", "check", "load", "tidy"]);
  });

  it("fails with what failed first, and gives every place back", async () => {
    const { attempt, ran, warnings } = anAttempt();
    await expect(phasesOver(runners(ran, ["check"])).run(attempt)).rejects.toThrow("check failed");
    expect(ran.splice(0)).toEqual(["check"]);
    const both = phasesOver(runners(ran, ["load", "tidy"]));
    for (let time = 0; time < 2; time += 1) await expect(both.run(attempt)).rejects.toThrow("load failed");
    expect(ran).toEqual(["check", "load", "tidy", "check", "load", "tidy"]);
    expect(warnings).toEqual(["Phase end failed too: tidy failed", "Phase end failed too: tidy failed"]);
  });

  it("begins no phase once the attempt is to end", async () => {
    const { attempt, ran, leave } = anAttempt();
    const [scripts, code] = runners(ran) as [IMoWorkRunner<JobContext>, IMoWorkRunner<JobContext>];
    const stopped: IMoWorkRunner<JobContext> = {
      ...code,
      run: () => {
        leave.abort(new Error("time is up"));
        return Promise.reject(leave.signal.reason as Error);
      },
    };
    await expect(phasesOver([scripts, stopped]).run(attempt)).rejects.toThrow("time is up");
    expect(ran).toEqual(["check"]);
  });

  it("goes to a worker that has a runner for each, with the secrets of all", () => {
    const [scripts, code] = runners([]) as [IMoWorkRunner<JobContext>, IMoWorkRunner<JobContext>];
    expect(phasesOver([scripts, code]).canRun(definition)).toBe(true);
    expect(phasesOver([scripts]).canRun(definition)).toBe(false);
    const worker = { app: "ops", jobKeys: ["load"], runners: [{ kind: WorkKind.Script }] };
    expect(hasRunner(worker, definition)).toBe(true);
    expect(hasRunner({ ...worker, runners: [] }, definition)).toBe(false);
    expect(hasRunner({ ...worker, jobKeys: [] }, definition)).toBe(false);
    expect(secretsOf(work)).toEqual(["A", "B"]);
    expect(phasedWork({ process: codeWork("load") })).toEqual(codeWork("load"));
  });
});
