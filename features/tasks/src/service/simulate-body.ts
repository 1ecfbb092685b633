import { invalidInput, LoopTurns, type InputIssue } from "@mojob/core/engine";
import type { Requester, Simulation, SimulationRequest } from "@mojob/core/feature";
import { compileTask } from "../plan/compile-task.ts";
import { outcomeIssues } from "../simulate/outcome-issues.ts";
import { simulation } from "../simulate/simulate-task.ts";
import { type CheckBodyOptions, readBody } from "./check-body.ts";

const ACTION = "simulate the task";

/** How a body would be executed. @throws MoJobError `invalid_argument` with pointers below `/body` and `/outcomes` */
export async function simulateBody(
  requester: Requester,
  { body, key = null, ...request }: SimulationRequest,
  options: CheckBodyOptions,
): Promise<Simulation> {
  const read = await readBody(requester, body, key, options);
  if (read.body === null) throw invalidInput(ACTION, read.issues.map(belowBody));
  const plan = compileTask(read.body);
  const turns = LoopTurns.of(options.clock, options.cache.tenant);
  if (plan.loops.length > 0) await turns.run(plan.loopReads.prepare());
  const wrong = outcomeIssues(plan, request.outcomes ?? {});
  if (wrong.length > 0) throw invalidInput(ACTION, wrong);
  return turns.run(simulation(plan, { key, ...request, clock: options.clock }));
}

function belowBody(issue: InputIssue): InputIssue {
  return { ...issue, pointer: `/body${issue.pointer}` };
}
