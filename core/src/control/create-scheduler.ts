import { PROGRAM } from "../access/requester.ts";
import { ActKind, type ActOrigin, ActOutcome, SubjectType } from "../model/history/act.ts";
import type { Needs } from "../access/needs.ts";
import {
  assertPrincipal,
  CODE_PRINCIPAL,
  narrowPrincipal,
  type Principal,
  principalLabel,
} from "../access/principal.ts";
import { knownKey } from "../definition/app/own-key.ts";
import { WaitingFires } from "../model/option/value/waiting-fires.ts";
import { hasLeftCode } from "../model/job-definition.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import { invalidInput } from "../base/input.ts";
import { issueAt } from "../base/issue/issue.ts";
import type { MoJobScheduler } from "../scheduler/mo-job-scheduler.ts";
import { Access, type AccessOptions } from "./access/access.ts";
import { type CallAround, gated, type Gated, gatedWhole } from "./access/gate.ts";
import type { ServiceName } from "./access/method-rule.ts";
import { OWN_RULES } from "./access/method-rules.ts";
import { OWN_VIEWS } from "./payloads/method-views.ts";
import { createServices, type Services as CreatedServices } from "./create-services.ts";
import type { Engine } from "./engine.ts";

import { missingService } from "./feature/features.ts";
import { actorOf } from "./history/act-log.ts";
import { createTrigger, resultOf } from "./instances/started-run.ts";

/** Makes the scheduler of one who asks: a gate before services that exist already, which costs next to nothing. */
type Enter = (
  principal: Principal,
  scope: string | null,
  needs: Needs | null,
  from: ActOrigin | null,
  isLive: (() => Promise<boolean>) | null,
) => MoJobScheduler;

/**
 * The scheduler that callers use, over the parts of a tenant. Its services are built once: `as` and `scoped` make other gates before them.
 * @param scope the one app it is limited to; `null` sees all
 * @param principal who asks through it
 */
export function createScheduler(
  engine: Engine,
  scope: string | null = null,
  principal: Principal = CODE_PRINCIPAL,
): MoJobScheduler {
  return schedulersOf(engine)(principal, scope, null, null, null);
}

function schedulersOf(engine: Engine): Enter {
  const { tenant, cache, standby, isEnding, onWarning } = engine;
  const of = { tenant, standby, isEnding };
  const { stopWaiting = WaitingFires.Hold } = engine.scheduler;
  const hasWorkflows = engine.runtime.findCarrier !== undefined;
  const services = createServices(engine, stopWaiting);
  const open = gatesOf(services, stopWaiting);
  const leftCode = {
    has: (key: string) => {
      const known = cache.known(key);
      return known !== null && hasLeftCode(known);
    },
    onTriggered: ({ id, jobKey, app }: JobInstance) =>
      onWarning(`Run "${id}" waits: job "${jobKey}" is no longer in the code of app "${app}"`),
  };

  const enter: Enter = (principal, scope, needs, from, isLive) => {
    assertPrincipal(principal);
    const codeApp = scope ?? engine.code?.app ?? null;
    // A refused request is noted by its route, which knows more of it.
    const onRefused = from === null ? noteRefusal(services.audit, principal) : () => {};
    const access = new Access({ ...of, principal, scope, needs, from, isLive, onRefused });
    const { own, ...gated } = open(access);
    const { ended } = own;
    return Object.assign(own, {
      tenant,
      scope,
      principal,
      hasWorkflows,
      features: engine.features.map(({ name }) => name),
      stopWaiting,
      ...gated,
      trigger: createTrigger(
        gated.instances,
        ended,
        codeApp,
        (key) => (codeApp === null ? key : knownKey(cache, codeApp, key)),
        leftCode,
      ),
      result: async (id, options) => resultOf(await ended(id, options)),
      scoped: (only) => {
        if (scope !== null && scope !== only) {
          const issue = issueAt("/app", "other_app", { app: scope });
          throw invalidInput(`limit the scheduler to app "${only}"`, [issue]);
        }
        return enter(principal, only, needs, from, isLive);
      },
      // A limit that there is already is never widened.
      as: (other, only, origin, live) =>
        enter(
          narrowPrincipal(principal, other),
          scope,
          needs ?? only ?? null,
          origin ?? from,
          live ?? isLive,
        ),
    } satisfies Partial<MoJobScheduler>);
  };
  return enter;
}

/** Notes what somebody may not do on whose behalf a program asks. */
function noteRefusal(audit: CreatedServices["audit"], principal: Principal): AccessOptions["onRefused"] {
  const by = actorOf(principalLabel(principal));
  return ({ code }, permission) =>
    void audit.note(PROGRAM, {
      kind: ActKind.Refused,
      app: null,
      by,
      from: null,
      subject: { type: SubjectType.Operation, id: permission },
      outcome: ActOutcome.Refused,
      code,
    });
}

/** The services of a scheduler, as one caller may use them. */
type Services = Pick<MoJobScheduler, ServiceName> & {
  readonly own: Omit<MoJobScheduler, "trigger" | "result" | "scoped" | "as">;
};

/** The gates before the services: one for each who asks is made of them. */
function gatesOf(
  { named, own, strict }: CreatedServices,
  stopWaiting: WaitingFires,
): (access: Access) => Services {
  const defaults = { stopWaiting };
  /** Each method by its name among those of the scheduler: `jobs.update`. */
  const around = (prefix: string): CallAround | undefined =>
    strict === null
      ? undefined
      : ({ by, from }, method, call) => strict.around({ by: actorOf(by), from }, `${prefix}${method}`, call);
  // The methods of a triggered run are checked too: who may trigger a run need not be allowed to cancel it.
  const { trigger: _, result: __, scoped: ___, as: ____, ...ownRules } = OWN_RULES;
  const gates: (readonly [name: string, gate: Gated<object>])[] = [
    ["own", gatedWhole(own, { rules: ownRules, views: OWN_VIEWS, around: around("") }, defaults)],
  ];
  for (const [name, one] of named) {
    const missing = one === null ? missingService(name) : null;
    const gate =
      one === null
        ? () => missing!
        : gated(one.service, { ...one.definition, around: around(`${name}.`) }, defaults);
    gates.push([name, gate]);
  }
  return (access) => {
    const services: Record<string, object> = {};
    for (const [name, gate] of gates) services[name] = gate(access);
    return services as unknown as Services;
  };
}
