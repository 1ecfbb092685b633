import { Tabs } from "@mantine/core";
import { lazy, type ReactElement, type ReactNode, Suspense, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { nodeTimes } from "@mojob/tasks/replay";
import { useNow } from "../../../time/use-now.ts";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { TASK_PARTS, type TaskPartName } from "../place/task-search.ts";
import { useTaskPlace } from "../place/use-task-place.ts";
import { nodeRows } from "../views/node-rows.ts";
import { TaskViews } from "../views/task-views.tsx";
import { NodePanel } from "./node-panel.tsx";
import { useShown } from "../run/shown-run.ts";
import type { FactJson } from "../run/task-fact.ts";
import type { TaskJson } from "../run/task-model.ts";
import { TaskValues } from "../run/task-values.tsx";

const FactLog = lazy(async () => ({ default: (await import("./late-parts.ts")).FactLog }));
const LinesView = lazy(async () => ({ default: (await import("./late-parts.ts")).LinesView }));
const CompareRuns = lazy(async () => ({
  default: (await import("./late-parts.ts")).CompareRuns,
}));
const NodeFiles = lazy(async () => ({ default: (await import("./late-parts.ts")).NodeFiles }));

export interface TaskPartsProps {
  readonly task: TaskJson;
  /** The arguments of the task. */
  readonly args: unknown;
  /** The facts up to the state that is shown. */
  readonly facts: readonly FactJson[];
}

/** The nodes of a run in a view of them, the node that was chosen, and below them its values, its lines and what happened. */
export function TaskParts({ task, args, facts }: TaskPartsProps): ReactElement {
  const { instanceId: id, version } = task;
  const { node: selected = null, go } = useTaskPlace();
  const { at } = useShown();
  const opener = useRef<Element>(null);
  // The body of a version never changes; it comes with each read of the task.
  // oxlint-disable-next-line react/exhaustive-deps
  const nodes = useMemo(() => readBodyNodes(task.body), [id, version]);
  const all = useMemo(() => flatNodes(nodes), [nodes]);
  const times = useMemo(() => nodeTimes(facts), [facts]);
  const isUnderWay = at === null && task.phase !== "ended";
  const rows = (nowMs: number) => nodeRows(all, task.nodes, times, nowMs);
  const select = (node: string): void => {
    opener.current = document.activeElement;
    go({ node });
  };
  const close = (): void => {
    go({ node: undefined });
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const chosen = task.nodes.find((node) => node.id === selected);
  const views = { task, nodes, selected, onSelect: select };
  const fixedMs = at ?? facts.at(-1)?.at ?? null;
  const still = useMemo(
    () => nodeRows(all, task.nodes, times, fixedMs === null ? 0 : Date.parse(fixedMs)),
    [all, task.nodes, times, fixedMs],
  );
  return (
    <div className="task-parts" data-open={chosen !== undefined || undefined}>
      {isUnderWay ? (
        <MovingViews {...views} rowsAt={rows} />
      ) : (
        <TaskViews {...views} rows={still} nowMs={fixedMs === null ? 0 : Date.parse(fixedMs)} />
      )}
      {chosen !== undefined && (
        <NodePanel key={chosen.id} task={task} node={chosen} all={all} facts={facts} onClose={close} />
      )}
      <TaskTabs
        values={<TaskValues task={task} args={args} facts={facts} />}
        lines={<LinesView task={task} all={all} />}
        facts={<FactLog facts={facts} all={all} />}
        compare={<CompareRuns task={task} all={all} facts={facts} />}
        files={<NodeFiles task={task} all={all} />}
      />
    </div>
  );
}

interface MovingViewsProps extends Omit<Parameters<typeof TaskViews>[0], "rows" | "nowMs"> {
  readonly rowsAt: (nowMs: number) => Parameters<typeof TaskViews>[0]["rows"];
}

/** The views of a run that goes on: how long its nodes have taken grows each second. */
function MovingViews({ rowsAt, ...views }: MovingViewsProps): ReactElement {
  const nowMs = useNow();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what else it is made of comes with a render of its own
  const rows = useMemo(() => rowsAt(nowMs), [nowMs, views.task]);
  return <TaskViews {...views} rows={rows} nowMs={nowMs} />;
}

function TaskTabs(parts: Readonly<Record<TaskPartName, ReactNode>>): ReactElement {
  const { t } = useTranslation();
  const { part = "values", go } = useTaskPlace();
  const { isNow, source } = useShown();
  // A moment of the past has what was known then, and a file what is in it.
  const names = TASK_PARTS.filter(
    (name) => (isNow && source === null) || name === "values" || name === "facts",
  );
  return (
    <Tabs
      value={names.includes(part) ? part : "values"}
      onChange={(value) => go({ part: names.find((name) => name === value) })}
      keepMounted={false}
      activateTabWithKeyboard={false}
      className="task-tabs"
    >
      <Tabs.List aria-label={t("task.parts")}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`task.tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Panel key={name} value={name} pt="sm">
          <Suspense>{parts[name]}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
