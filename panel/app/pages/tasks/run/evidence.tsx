import { Text } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { HiddenPart } from "../../../ui/hidden-part.tsx";
import { JsonView } from "../../../ui/json/json-view.tsx";
import type { BodyNode } from "../graph/body-node.ts";
import { paramsOf } from "./params-of.ts";
import { useShownRun } from "./shown-run.ts";
import type { TaskJson } from "./task-model.ts";
import "./task-run.css";

/** Results that are shown; further ones are on the page of the run. */
const MOST_RESULTS = 4;

export interface EvidenceProps {
  readonly task: TaskJson;
  readonly body: BodyNode | undefined;
}

/** The facts for a decision: the task's arguments, the values it computed, and the results of the nodes that are followed. */
export function Evidence({ task, body }: EvidenceProps): ReactElement {
  const { t } = useTranslation();
  const run = useApi("getInstance", { path: { id: task.instanceId } }).data;
  const followed = task.nodes.filter(
    ({ id, runId, items }) => runId !== null && items === null && body?.pre.some(({ node }) => node === id),
  );
  if (task.hidden !== undefined || run?.hidden?.includes("args") === true)
    return <HiddenPart part="values" />;
  const params = run === undefined ? undefined : paramsOf(task.body, run.args);
  return (
    <section className="task-evidence" aria-label={t("task.evidence")}>
      {params === null ? (
        <Text size="sm" c="dimmed">
          {t("task.noParams")}
        </Text>
      ) : (
        <Value title={t("task.value.params")} value={params} />
      )}
      <Value title={t("task.value.vars")} value={task.vars} />
      {followed.slice(0, MOST_RESULTS).map(({ id, title, runId }) => (
        <NodeResult key={id} name={title ?? id} runId={runId} />
      ))}
    </section>
  );
}

function NodeResult({ name, runId }: { readonly name: string; readonly runId: string | null }): ReactNode {
  const { t } = useTranslation();
  const run = useShownRun(runId);
  return <Value title={t("task.resultOf", { name })} value={run?.result} />;
}

function Value({ title, value }: { readonly title: string; readonly value: unknown }): ReactNode {
  if (value === null || value === undefined) return null;
  if (typeof value === "object" && Object.keys(value).length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <JsonView value={value} label={title} />
    </>
  );
}
