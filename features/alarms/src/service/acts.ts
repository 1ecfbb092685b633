import type { JsonValue } from "@mojob/core";
import type { Silence } from "@mojob/core/engine";
import {
  type Acts,
  type AlarmService,
  changeOf,
  differences,
  type Doing,
  type IncidentService,
  type NotedCall,
  type PerRequester,
} from "@mojob/core/feature";
import { type ActChange, ActKind, type Incident, jsonOf, SubjectType } from "@mojob/core/ports";

type Incidents = PerRequester<IncidentService>;

/** What people do about incidents. */
export const INCIDENT_ACTS: Acts<IncidentService, Incidents> = {
  acknowledge: (call, change) => handling(call, call.args[1], change),
  unacknowledge: (call, change) => handling(call, call.args[1], change),
  assign: (call, change) => handling(call, call.args[2], change),
  snooze: (call, change) => handling(call, call.args[2], change),
  note: (call, change) => handling(call, call.args[1], change),
  resolve: (call, change) => handling(call, call.args[1], change),
};

async function handling(
  { requester, args: [id], service }: NotedCall<readonly [id: string, ...unknown[]], Incidents>,
  note: string | undefined,
  change: () => Promise<Incident>,
): Promise<Doing> {
  const before = await service.get(requester, id);
  const after = await change();
  return {
    kind: ActKind.HandleIncident,
    app: after.app,
    jobKey: after.jobKey,
    subject: { type: SubjectType.Incident, id },
    note: note ?? null,
    changes: differences(shownOf(before), shownOf(after)),
  };
}

function shownOf({ state, assignee, snoozedUntil }: Incident): Record<string, string | null> {
  return { state, assignee, snoozedUntil: snoozedUntil?.toISOString() ?? null };
}

/** What is kept by which incidents are opened and notified. */
export const ALARM_ACTS: Acts<AlarmService, PerRequester<AlarmService>> = {
  async replaceRules({ requester, service }, change) {
    const before = await service.rules(requester);
    return listAct(SubjectType.AlarmRules, before.rules, (await change()).rules);
  },
  async replaceRoutes({ requester, service }, change) {
    const before = await service.routes(requester);
    return listAct(SubjectType.AlarmRoutes, before.routes, (await change()).routes);
  },
  async replaceHeartbeats({ requester, service }, change) {
    const itemsOf = ({ heartbeats }: Awaited<ReturnType<typeof change>>): Items =>
      heartbeats.map(({ heartbeat }) => heartbeat);
    const before = itemsOf(await service.heartbeats(requester));
    return listAct(SubjectType.Heartbeats, before, itemsOf(await change()));
  },
  async silence(_, change) {
    const silence = await change();
    return silenceAct(silence, [changeOf("silence", null, jsonOf(silence))]);
  },
  async endSilence({ requester, args: [id], service }, change) {
    const before = (await service.silences(requester)).find((one) => one.id === id);
    const silence = await change();
    return silenceAct(silence, [changeOf("until", before?.until ?? null, silence.until)]);
  },
};

type Items = readonly { readonly id: string }[];

/** The act of a list that holds for the tenant as a whole. */
function listAct(type: SubjectType, before: Items, after: Items): Doing {
  const changes = differences(byId(before), byId(after));
  return { kind: ActKind.EditAlarms, app: null, subject: { type, id: type }, changes };
}

function silenceAct({ id, apps, reason }: Silence, changes: readonly ActChange[]): Doing {
  return {
    kind: ActKind.EditAlarms,
    app: apps?.length === 1 ? (apps[0] ?? null) : null,
    subject: { type: SubjectType.Silence, id },
    note: reason,
    changes,
  };
}

function byId(items: Items): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(items.map((item) => [item.id, jsonOf(item)]));
}
