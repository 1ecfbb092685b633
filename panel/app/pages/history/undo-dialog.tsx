import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Operation } from "../../api/operations.generated.ts";
import { useApiChange } from "../../api/use-api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { ErrorState } from "../../ui/page/error-state.tsx";

/** As long as the server lets new runs be cancelled as one. */
const RUNS_WITHIN_MS = 10 * 60_000;

type UndoableKind = "pause" | "rerun" | "run";
type Undoable = Operation & { readonly kind: UndoableKind };

/** Whether there is an undo of it, and still is. */
export function isUndoable(operation: Operation, nowMs: number): operation is Undoable {
  const { kind, undoneBy, done, endedAt, at } = operation;
  if (undoneBy !== null || done === 0 || endedAt === null) return false;
  if (kind === "pause") return true;
  return (kind === "rerun" || kind === "run") && nowMs - Date.parse(at) < RUNS_WITHIN_MS;
}

/** Asks before an operation is undone; goes on to the operation that undoes it. */
export function UndoDialog({
  operation: { id, kind },
  onClose,
}: {
  readonly operation: Undoable;
  readonly onClose: () => void;
}): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const undo = useApiChange("undoOperation", {
    onDone: ({ operation }) => {
      onClose();
      void navigate({ to: "/history/$id", params: { id: operation.id } });
    },
    onFailed: () => {},
  });
  return (
    <DialogForm
      title={t("history.undoTitle")}
      onClose={onClose}
      onSubmit={() => undo.mutate({ path: { id }, body: {} })}
      submitText={t("history.undoDo")}
      closeText={t("common.close")}
      isPending={undo.isPending}
    >
      {undo.error && <ErrorState error={undo.error} />}
      <Text size="sm">{t(`history.undoHint.${kind}`)}</Text>
    </DialogForm>
  );
}
