import type { JsonValue } from "@mojob/core";
import type { SavedView } from "@mojob/core/engine";
import { type ActBook, type Asked, type Asker, differences, type ViewService } from "@mojob/core/feature";
import { ActKind, SubjectType } from "@mojob/core/ports";
import type { SavedViews } from "./views.ts";

/** Views whose changes have acts. */
export function notedViews(views: SavedViews, book: ActBook): Asked<ViewService> {
  const note = (asker: Asker, before: SavedView | null, after: SavedView | null): Promise<void> =>
    book.noteDone(asker, {
      kind: ActKind.EditView,
      app: (after ?? before)?.app ?? null,
      subject: { type: SubjectType.View, id: (after ?? before)?.id ?? "" },
      changes: differences(shownOf(before), shownOf(after)),
    });

  return {
    list: views.list.bind(views),
    async create(asker, request) {
      const created = await views.create(asker, request);
      await note(asker, null, created);
      return created;
    },
    async replace(asker, id, request, revisions) {
      const before = await views.get(asker, id);
      const after = await views.replace(asker, id, request, revisions);
      await note(asker, before, after);
      return after;
    },
    async remove(asker, id, revisions) {
      const removed = await views.remove(asker, id, revisions);
      await note(asker, removed, null);
      return removed;
    },
  };
}

/** Who reads the audit sees what everybody sees: of somebody's own view, that it was changed. */
function shownOf(view: SavedView | null): Readonly<Record<string, JsonValue>> {
  if (view === null || !view.isShared) return {};
  const { name, page, filter } = view;
  return { name, page, filter };
}
