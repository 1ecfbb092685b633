import type { JsonValue } from "@mojob/core";
import type { TimeWindow } from "@mojob/core/engine";
import {
  type Acts,
  copyJson,
  differences,
  type Doing,
  type PerRequester,
  type WindowService,
} from "@mojob/core/feature";
import { ActKind, SubjectType } from "@mojob/core/ports";

/** What is noted of windows that are made, changed and ended. */
export const WINDOW_ACTS: Acts<WindowService, PerRequester<WindowService>> = {
  create: async (_, change) => windowAct(null, await change()),
  async change({ requester, args: [id], service }, change) {
    const before = await service.get(requester, id);
    return windowAct(before, await change());
  },
  async end({ requester, args: [id], service }, change) {
    const before = await service.get(requester, id);
    return windowAct(before, await change());
  },
};

function windowAct(before: TimeWindow | null, after: TimeWindow): Doing {
  const [app = null, ...others] = after.apps ?? [];
  return {
    kind: ActKind.EditWindow,
    app: others.length === 0 ? app : null,
    subject: { type: SubjectType.Window, id: after.id },
    note: after.reason,
    changes: differences(shownOf(before), shownOf(after)),
  };
}

function shownOf(window: TimeWindow | null): Readonly<Record<string, JsonValue>> {
  if (window === null) return {};
  const { name, apps, jobs, tags, from, until, repeats, holds, fires, silences } = window;
  const shown = { name, apps, jobs, tags, repeats, holds, fires, silences };
  return copyJson({
    ...shown,
    from: from.toISOString(),
    until: until?.toISOString() ?? null,
  }) as Readonly<Record<string, JsonValue>>;
}
