import { Tabs } from "@mantine/core";
import { type ReactElement, type ReactNode, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { TaskGraph } from "../graph/task-graph.tsx";
import { FactLog } from "./fact-log.tsx";
import { NodePanel } from "./node-panel.tsx";
import { nodeNote } from "./node-note.ts";
import type { FactJson } from "./task-fact.ts";
import { TaskOutline } from "./task-outline.tsx";
import { looksOf, type TaskJson, timesOf } from "./task-model.ts";
import { TaskValues } from "./task-values.tsx";

const TABS = ["outline", "values", "facts"] as const;

export interface TaskPartsProps {
  readonly task: TaskJson;
  /** The arguments of the task. */
  readonly args: unknown;
  /** The facts up to the state that is shown. */
  readonly facts: readonly FactJson[];
}

/** The graph of a run, its outline, its values and what happened, and the node that was chosen. */
export function TaskParts({ task, args, facts }: TaskPartsProps): ReactElement {
  const { t } = useTranslation();
  const { instanceId: id, version } = task;
  const [selected, setSelected] = useState<string | null>(null);
  const opener = useRef<Element>(null);
  // The body of a version never changes; it comes with each read of the task.
  // oxlint-disable-next-line react/exhaustive-deps
  const nodes = useMemo(() => readBodyNodes(task.body), [id, version]);
  const all = useMemo(() => flatNodes(nodes), [nodes]);
  const times = useMemo(() => timesOf(facts), [facts]);
  const looks = looksOf(task.nodes, (node) => nodeNote(node, t));
  const select = (node: string): void => {
    opener.current = document.activeElement;
    setSelected(node);
  };
  const close = (): void => {
    setSelected(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const chosen = task.nodes.find((node) => node.id === selected);
  return (
    <div className="task-parts" data-open={chosen !== undefined || undefined}>
      <TaskGraph nodes={nodes} looks={looks} selected={selected} onSelect={select} />
      {chosen !== undefined && (
        <NodePanel key={chosen.id} task={task} node={chosen} all={all} facts={facts} onClose={close} />
      )}
      <TaskTabs
        outline={<TaskOutline task={task} all={all} times={times} selected={selected} onSelect={select} />}
        values={<TaskValues task={task} args={args} facts={facts} />}
        facts={<FactLog facts={facts} all={all} />}
      />
    </div>
  );
}

function TaskTabs(parts: Readonly<Record<(typeof TABS)[number], ReactNode>>): ReactElement {
  const { t } = useTranslation();
  return (
    <Tabs defaultValue="outline" keepMounted={false} activateTabWithKeyboard={false} className="task-tabs">
      <Tabs.List aria-label={t("task.parts")}>
        {TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`task.tab.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map((tab) => (
        <Tabs.Panel key={tab} value={tab} pt="sm">
          {parts[tab]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
