import { Checkbox, Skeleton, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { Dialog, DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import type { RunFilter } from "../parts/run-filter.ts";
import { OperationProgress } from "../../history/operation-progress.tsx";
import { PartsByApp } from "../../history/parts-by-app.tsx";
import { useOperation } from "../../history/use-operation.ts";
import { BulkSummary } from "./bulk-summary.tsx";

/** These runs, or all that the filter finds, of one cause of failure where it is given. */
export type BulkTarget = { readonly action: "cancel" | "rerun" } & (
  | { readonly ids: readonly string[] }
  | { readonly filter: RunFilter; readonly cause?: string }
);

export interface BulkDialogProps {
  readonly target: BulkTarget;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** The API's own bound. */
const MOST = 10_000;

/** Acts on many runs: says how many first, then what became of each that was refused. */
export function BulkDialog({ target, onClose, onDone }: BulkDialogProps): ReactElement {
  const { t } = useTranslation();
  const { action } = target;
  const [reason, setReason] = useState("");
  const [isAgain, setAgain] = useState(false);
  const change = useApiChange("bulkInstances", {
    ...(onDone && { onDone: () => onDone() }),
    onFailed: () => {},
  });
  const { id: operation, operation: underWay } = useOperation(change.isPending);
  const wanted = "ids" in target ? { ids: target.ids } : { filter: target.filter, cause: target.cause };
  const count = useApi(
    "bulkInstances",
    { body: { action, ...wanted, dryRun: true } },
    { enabled: change.isIdle },
  );
  const isCounted = count.data !== undefined && !(count.isFetching && change.isIdle);
  const found = count.data?.matched ?? 0;
  const rerunBefore = count.data?.rerunBefore ?? 0;
  const matched = isAgain ? found : found - rerunBefore;
  const submit = (): void => {
    const why = reason.trim();
    const unlessRerun = rerunBefore > 0 && !isAgain;
    change.mutate({
      body: {
        action,
        ...wanted,
        operation,
        ...(unlessRerun && { unlessRerun }),
        ...(why !== "" && { reason: why }),
      },
    });
  };
  const title = action === "cancel" ? t("instances.bulkCancelTitle") : t("instances.bulkRerunTitle");
  if (change.data)
    return (
      <Dialog title={title} onClose={onClose}>
        <BulkSummary answer={change.data} onClose={onClose} />
      </Dialog>
    );
  return (
    <DialogForm
      title={title}
      onClose={onClose}
      onSubmit={submit}
      submitText={
        action === "cancel"
          ? t("instances.bulkCancelDo", { count: matched })
          : t("instances.bulkRerunDo", { count: matched })
      }
      closeText={t("common.close")}
      isDestructive={action === "cancel"}
      refusal={isCounted ? (matched === 0 ? t("instances.bulkNone") : null) : t("instances.bulkCounting")}
      isPending={change.isPending}
    >
      {count.error && <ErrorState error={count.error} />}
      {change.error && <ErrorState error={change.error} />}
      <div role="status">
        {isCounted ? (
          <Text size="sm">
            {matched === 0
              ? t("instances.bulkNone")
              : action === "cancel"
                ? t("instances.bulkCancelCount", { count: matched })
                : t("instances.bulkRerunCount", { count: matched })}{" "}
            {found >= MOST && t("instances.bulkMost", { count: MOST })}
          </Text>
        ) : (
          !count.error && <Skeleton height={20} aria-label={t("instances.bulkCounting")} />
        )}
      </div>
      {isCounted && <PartsByApp parts={count.data.parts} />}
      {rerunBefore > 0 && (
        <Checkbox
          label={t("instances.bulkRerunBefore", { count: rerunBefore })}
          checked={isAgain}
          onChange={({ currentTarget }) => setAgain(currentTarget.checked)}
        />
      )}
      {underWay !== null && <OperationProgress operation={underWay} />}
      {action === "cancel" && (
        <NoteField label={t("instances.cancelReason")} value={reason} onChange={setReason} isFirst />
      )}
    </DialogForm>
  );
}
