import { type JobDefinition, MoJobError, MoJobErrorCode } from "@mojob/core";
import { FireAction, type FireDecision, fireId, invalidInput, issueAt } from "@mojob/core/engine";
import {
  assertRecurring,
  findJob,
  isAfterEnd,
  type NewRun,
  type Requester,
  runOf,
  schedulesOf,
  type ServiceParts,
  readScheduleFacts,
  type ScheduleFacts,
} from "@mojob/core/feature";
import { type Reason, ReasonCode } from "@mojob/core/ports";
import type { ActedFires } from "./acted-fires.ts";
import { type FireRequest, parseFireRequest } from "./fire-request.ts";
import { type OwedFire, OwedFires } from "./owed-fires.ts";

/**
 * Decides about fires that are to come. The run of a decision has the id of its fire, which the store writes once: the control plane that comes to its
 * time finds it there, whichever of them it is and whatever has ended in between.
 */
export class ComingFires {
  readonly #parts: ServiceParts;
  readonly #acted: ActedFires;

  constructor(parts: ServiceParts, acted: ActedFires) {
    this.#parts = parts;
    this.#acted = acted;
  }

  async act(requester: Requester, jobKey: string, input: unknown): Promise<FireDecision> {
    const { cache, clock, creator, tenant, store } = this.#parts;
    const doing = `decide about a fire of job "${jobKey}"`;
    const definition = await findJob(cache, requester, jobKey);
    assertRecurring(definition, "decide about a fire of");
    const now = clock.now();
    const request = parseFireRequest(input, now, doing);
    const facts = await readScheduleFacts([definition], this.#parts);
    const fire = fireOf(definition, request, facts, doing);
    const { app, key } = definition;
    const { action, schedule, note, at: nominalTime, to = null } = request;
    const id = fireId(key, nominalTime, schedule);
    const until = to !== null && to > fire.at ? to : fire.at;
    const run = newRunOf(fire, request, { by: requester.by, now });
    if ((await store.instances.get(tenant, [id]))[0] !== null) throw decided(id);
    const decision = { app, jobKey: key, schedule, nominalTime, action, note };
    await this.#acted.write(
      { ...decision, id, tenant, at: fire.at, to, by: requester.by, actedAt: now, until },
      doing,
    );
    // A skipped one needs no room among those that wait.
    const [made] = action === FireAction.Skip ? await creator.create([run]) : [await creator.createOne(run)];
    if (made?.created !== true) throw decided(id);
    return { ...decision, runId: id, to: run.dueAt };
  }
}

/** @throws MoJobError `invalid_argument` where no fire that is owed has the time */
function fireOf(
  definition: JobDefinition,
  { at, schedule }: FireRequest,
  facts: ScheduleFacts,
  doing: string,
): OwedFire {
  const { options } = definition;
  const named = options.schedule === null ? [] : schedulesOf(options.schedule);
  const timing = named.find(({ name }) => name === schedule)?.timing;
  if (timing !== undefined && isAfterEnd(timing))
    throw invalidInput(doing, [issueAt("/schedule", "fire_after_end")]);
  const fire = new OwedFires(definition, facts).at(at, schedule);
  if (fire === null) throw invalidInput(doing, [issueAt("/at", "no_such_fire")]);
  return fire;
}

/** A run that begins before its time was due when somebody wanted it. */
function newRunOf(
  fire: OwedFire,
  { action, to, note }: FireRequest,
  { by, now }: { readonly by: string | null; readonly now: Date },
): NewRun {
  const skipReason: Reason | null =
    action === FireAction.Skip ? { code: ReasonCode.FireSkipped, parameters: { by, note } } : null;
  const run = runOf(fire, skipReason);
  return {
    ...run,
    trigger: { ...run.trigger, ...(by !== null && { by }) },
    dueAt: action === FireAction.Skip ? null : (to ?? now),
  };
}

function decided(id: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.FireDecided,
    `Cannot decide about fire "${id}": it has a run, or a record that it was skipped`,
  );
}
