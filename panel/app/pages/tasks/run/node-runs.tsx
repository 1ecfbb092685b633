import { Anchor, Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactElement, type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Time } from "../../../time/time.tsx";
import { StateIcon } from "../../../ui/state-badge.tsx";
import { useShown, useShownRun } from "./shown-run.ts";
import type { FactJson } from "./task-fact.ts";
import { idOfPart, type NodeJson, type NodeRun, runsOfNode } from "./task-model.ts";

const AT_ONCE = 8;

export interface NodeRunsProps {
  readonly taskId: string;
  readonly node: NodeJson;
  readonly facts: readonly FactJson[];
}

/** Every run that a node had: attempts by hand, visits of a loop; the newest first. */
export function NodeRuns({ taskId, node, facts }: NodeRunsProps): ReactNode {
  const { t } = useTranslation();
  const [shown, setShown] = useState(AT_ONCE);
  const runs = useMemo(() => runsOfNode(facts, node.id), [facts, node.id]);
  // One that is shown above already, and items that have a view of their own.
  if (runs.length <= 1 || node.items !== null) return null;
  return (
    <section>
      <h4>{t("task.runs")}</h4>
      <ul className="task-node-runs" aria-label={t("task.runs")}>
        {runs.slice(0, shown).map((run) => (
          <RunRow key={run.name} taskId={taskId} run={run} />
        ))}
      </ul>
      {runs.length > shown && (
        <Button variant="default" size="compact-sm" onClick={() => setShown(shown + 5 * AT_ONCE)}>
          {t("task.moreRuns", { count: runs.length - shown })}
        </Button>
      )}
    </section>
  );
}

function RunRow({
  taskId,
  run: { name, at },
}: {
  readonly taskId: string;
  readonly run: NodeRun;
}): ReactElement {
  const id = idOfPart(taskId, name);
  const { source } = useShown();
  const run = useShownRun(id);
  return (
    <li>
      {run !== undefined && <StateIcon state={run.state} />}
      {id === null || source !== null ? (
        <span className="mono">{name}</span>
      ) : (
        <Anchor
          size="sm"
          className="mono"
          renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}
        >
          {name}
        </Anchor>
      )}
      <span className="dimmed">
        <Time at={at} />
      </span>
    </li>
  );
}
