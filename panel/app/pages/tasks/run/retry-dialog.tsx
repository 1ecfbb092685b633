import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { noteOf } from "../../../base/one-line.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import { RunError } from "../../../ui/failure/run-error.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import type { BodyNode } from "../graph/body-node.ts";
import { nodesToRetry } from "./nodes-to-retry.ts";
import { useShownRun } from "./shown-run.ts";
import type { NodeJson, TaskJson } from "./task-model.ts";
import "../../../ui/page/run.css";
import "./task-run.css";

export interface RetryDialogProps {
  readonly task: TaskJson;
  readonly all: readonly BodyNode[];
  /** The nodes whose failure holds the task. */
  readonly failed: readonly string[];
  readonly onClose: () => void;
}

/** Executes again what holds a task, after saying why it failed. */
export function RetryDialog({ task, all, failed, onClose }: RetryDialogProps): ReactElement {
  const { t } = useTranslation();
  const [note, setNote] = useState("");
  const change = useApiChange("operateTask", { onFailed: () => {} });
  const nodes = nodesToRetry(failed, task.nodes, all);
  const retry = async (): Promise<void> => {
    for (const { id } of nodes) {
      const body = { type: "retryNode", node: id, ...noteOf(note) } as const;
      // Each is judged by what the one before has left.
      // oxlint-disable-next-line no-await-in-loop
      await change.mutateAsync({ path: { id: task.instanceId }, body });
    }
    notifyDone(t("task.done.retryNode"));
    onClose();
  };
  return (
    <DialogForm
      title={t("task.retry.title")}
      onClose={onClose}
      // The dialog shows a refusal itself.
      onSubmit={() => void retry().catch(() => {})}
      submitText={t("task.action.retry")}
      refusal={nodes.length === 0 ? t("task.retry.nothing") : null}
      isPending={change.isPending}
    >
      {change.error && <ErrorState error={change.error} />}
      {nodes.map((node) => (
        <FailedNode key={node.id} node={node} />
      ))}
      <Text size="sm">
        {t("task.retry.hint")}{" "}
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <Link to="/runs/$id" params={{ id: task.instanceId }} {...props} />}
        >
          {t("task.retry.open")}
        </Anchor>
      </Text>
      <NoteField label={t("task.note")} value={note} onChange={setNote} isFirst />
    </DialogForm>
  );
}

function FailedNode({ node: { id, title, runId, code } }: { readonly node: NodeJson }): ReactNode {
  const run = useShownRun(runId);
  return (
    <section className="task-evidence">
      <h3>{title ?? id}</h3>
      {run?.error === undefined || run.error === null ? (
        <Text size="sm">{code}</Text>
      ) : (
        <RunError error={run.error} />
      )}
    </section>
  );
}
