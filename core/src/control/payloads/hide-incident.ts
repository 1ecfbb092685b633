import { type Hiding, Payload } from "../../model/hidden.ts";
import type { Cause } from "../../model/explanation/cause.ts";
import type { Incident } from "../../model/incident/incident.ts";
import type { ScriptVersion } from "../../model/script-version.ts";
import type { FireExplanation, RunExplanation } from "../../scheduler/explanation-service.ts";
import type { FailureGroup } from "../../scheduler/failures.ts";
import { hideReason } from "./hide-run.ts";

/** An incident without what its errors said. */
export function hideIncident(incident: Incident): Hiding<Incident> {
  return {
    ...incident,
    parameters: withoutError(incident.parameters),
    errors: incident.errors.map((error) => ({ ...error, fingerprint: "", message: "" })),
    timeline: incident.timeline.map((event) => ({
      ...event,
      parameters: event.parameters && withoutError(event.parameters),
    })),
    hidden: [Payload.Error],
  };
}

function withoutError(parameters: Incident["parameters"]): Incident["parameters"] {
  return "error" in parameters ? { ...parameters, error: null } : parameters;
}

/** Failed runs of one cause, with how many there are, and without the cause. */
export function hideFailure(group: FailureGroup): Hiding<FailureGroup> {
  return { ...group, cause: "", error: null, args: [], hidden: [Payload.Error, Payload.Args] };
}

/** Why a run or a fire is as it is, without what errors said. */
export function hideExplanation<Explanation extends RunExplanation | FireExplanation>(
  explanation: Explanation,
): Explanation {
  const shown: Hiding<RunExplanation | FireExplanation> = {
    ...explanation,
    causes: explanation.causes.map(hideCause),
    hidden: [Payload.Error],
  };
  return shown as Explanation & typeof shown;
}

function hideCause(cause: Cause): Cause {
  switch (cause.code) {
    case "recorded":
      return { ...cause, parameters: { ...cause.parameters, reason: hideReason(cause.parameters.reason) } };
    case "closed":
      return { ...cause, parameters: { reason: hideReason(cause.parameters.reason) } };
    default:
      return cause;
  }
}

/** A version of a script without its text. */
export function hideScript(version: ScriptVersion): Hiding<ScriptVersion> {
  return { ...version, source: "", hidden: [Payload.Work] };
}
