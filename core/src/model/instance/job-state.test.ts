import { expect, test } from "vitest";
import { isTerminal, isTransition, JOB_STATES, JobState, OPEN_STATES, TERMINAL_STATES } from "./job-state.ts";
import { walk } from "./walk.ts";

test("Skipped, Succeeded, Terminated and Cancelled are the ends, and no edge leaves them", () => {
  expect([...TERMINAL_STATES].sort()).toEqual(["Cancelled", "Skipped", "Succeeded", "Terminated"]);
  expect([...OPEN_STATES, ...TERMINAL_STATES].sort()).toEqual([...JOB_STATES].sort());
  for (const end of TERMINAL_STATES) {
    expect(isTerminal(end)).toBe(true);
    for (const to of JOB_STATES) expect(isTransition(end, to)).toBe(false);
  }
});

test("every state can be reached from a new run", () => {
  const reached = new Set<JobState>();
  const visit = (from: JobState | null): void => {
    for (const to of JOB_STATES) {
      if (!isTransition(from, to) || reached.has(to)) continue;
      reached.add(to);
      visit(to);
    }
  };
  visit(null);
  expect(reached.size).toBe(JOB_STATES.length);
});

test("walk() refuses an edge that does not exist, from a new run too", () => {
  const at = new Date(0);
  const to = (state: JobState) => ({ to: state, attempt: 1, worker: null, reason: null });
  expect(() => walk(at, JobState.Succeeded, [to(JobState.Processing)])).toThrow(
    expect.objectContaining({
      code: "illegal_transition",
      message: 'Cannot move a run from "Succeeded" to "Processing": the state machine has no such edge',
    }),
  );
  expect(() => walk(at, null, [to(JobState.Processing)])).toThrow(/from "\(new\)" to "Processing"/);
  expect(() => walk(at, null, [to(JobState.Enqueued), to(JobState.Failed)])).toThrow(
    /"Enqueued" to "Failed"/,
  );
});
