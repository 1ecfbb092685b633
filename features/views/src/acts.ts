import type { JsonValue } from "@mojob/core";
import type { SavedView } from "@mojob/core/engine";
import { type Acts, differences, type Doing, type ViewService } from "@mojob/core/feature";
import { ActKind, SubjectType } from "@mojob/core/ports";
import type { SavedViews } from "./views.ts";

/** What is noted of views that are saved, replaced and removed. */
export const VIEW_ACTS: Acts<ViewService, SavedViews> = {
  create: async (_, change) => viewAct(null, await change()),
  async replace({ requester, args: [id], service }, change) {
    const before = await service.get(requester, id);
    return viewAct(before, await change());
  },
  remove: async (_, change) => viewAct(await change(), null),
};

function viewAct(before: SavedView | null, after: SavedView | null): Doing {
  return {
    kind: ActKind.EditView,
    app: (after ?? before)?.app ?? null,
    subject: { type: SubjectType.View, id: (after ?? before)?.id ?? "" },
    changes: differences(shownOf(before), shownOf(after)),
  };
}

/** Who reads the audit sees what everybody sees: of somebody's own view, that it was changed. */
function shownOf(view: SavedView | null): Readonly<Record<string, JsonValue>> {
  if (view === null || !view.isShared) return {};
  const { name, page, filter } = view;
  return { name, page, filter };
}
