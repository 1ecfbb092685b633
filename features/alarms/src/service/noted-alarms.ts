import type { JsonValue } from "@mojob/core";
import type { Silence } from "@mojob/core/engine";
import {
  type ActBook,
  type AlarmService,
  type Asked,
  type Asker,
  changeOf,
  differences,
} from "@mojob/core/feature";
import { ActKind, jsonOf, SubjectType } from "@mojob/core/ports";

/** Lists that hold for the tenant as a whole. */
type ListType =
  | typeof SubjectType.AlarmRules
  | typeof SubjectType.AlarmRoutes
  | typeof SubjectType.Heartbeats;
type Items = readonly { readonly id: string }[];

/** The service of alarms whose changes each have their act. */
export function notedAlarms(alarms: Asked<AlarmService>, book: ActBook): Asked<AlarmService> {
  const noteList = (asker: Asker, type: ListType, before: Items, after: Items): Promise<void> =>
    book.noteDone(asker, {
      kind: ActKind.EditAlarms,
      app: null,
      subject: { type, id: type },
      changes: differences(byId(before), byId(after)),
    });

  const noteSilence = (asker: Asker, silence: Silence, changes: ReturnType<typeof differences>) =>
    book.noteDone(asker, {
      kind: ActKind.EditAlarms,
      app: silence.apps?.length === 1 ? (silence.apps[0] ?? null) : null,
      subject: { type: SubjectType.Silence, id: silence.id },
      note: silence.reason,
      changes,
    });

  return {
    rules: (...given) => alarms.rules(...given),
    routes: (...given) => alarms.routes(...given),
    silences: (...given) => alarms.silences(...given),
    heartbeats: (...given) => alarms.heartbeats(...given),
    previewRules: (...given) => alarms.previewRules(...given),
    previewRoutes: (...given) => alarms.previewRoutes(...given),
    ping: (...given) => alarms.ping(...given),
    async replaceRules(asker, rules, revision) {
      const before = await alarms.rules(asker);
      const after = await alarms.replaceRules(asker, rules, revision);
      await noteList(asker, SubjectType.AlarmRules, before.rules, after.rules);
      return after;
    },
    async replaceRoutes(asker, routes, revision) {
      const before = await alarms.routes(asker);
      const after = await alarms.replaceRoutes(asker, routes, revision);
      await noteList(asker, SubjectType.AlarmRoutes, before.routes, after.routes);
      return after;
    },
    async replaceHeartbeats(asker, heartbeats, revision) {
      const before = await alarms.heartbeats(asker);
      const after = await alarms.replaceHeartbeats(asker, heartbeats, revision);
      const itemsOf = (list: typeof after): Items => list.heartbeats.map(({ heartbeat }) => heartbeat);
      await noteList(asker, SubjectType.Heartbeats, itemsOf(before), itemsOf(after));
      return after;
    },
    async silence(asker, request) {
      const silence = await alarms.silence(asker, request);
      await noteSilence(asker, silence, [changeOf("silence", null, jsonOf(silence))]);
      return silence;
    },
    async endSilence(asker, id) {
      const before = (await alarms.silences(asker)).find((one) => one.id === id);
      const silence = await alarms.endSilence(asker, id);
      await noteSilence(asker, silence, [changeOf("until", before?.until ?? null, silence.until)]);
      return silence;
    },
  };
}

function byId(items: Items): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(items.map((item) => [item.id, jsonOf(item)]));
}
