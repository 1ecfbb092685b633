import { parseHeartbeats } from "@mojob/alarms";
import { Permission } from "@mojob/core";
import type { HeartbeatRequest } from "@mojob/core/feature";
import type { ConfigSection } from "../section.ts";
import { idListSection } from "./id-list.ts";

/** What runs elsewhere and is to report. Its address is a secret: one that stays keeps it, a new one is given one. */
export const HEARTBEATS: ConfigSection = idListSection<HeartbeatRequest>({
  name: "heartbeats",
  feature: "alarms",
  needs: [Permission.EditAlarms],
  isOrdered: false,
  appOf: ({ app }) => app,
  parse: (items) => parseHeartbeats(items, "read the heartbeats"),
  async read({ alarms }) {
    const { heartbeats, revision } = await alarms.heartbeats();
    return {
      revision,
      items: heartbeats.map(({ heartbeat: { id, app, cron, everyMs, timeZone, graceMs, note } }) => ({
        id,
        app,
        cron,
        everyMs,
        timeZone,
        graceMs,
        note,
      })),
    };
  },
  replace: ({ alarms }, heartbeats, revision) => alarms.replaceHeartbeats(heartbeats, revision),
});
