import { type ReactElement, type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { summaryWords } from "../../../ui/failure/reason-words.ts";
import { badItems, useCauseGroups } from "../causes/use-cause-groups.ts";
import { type BatchItems, batchItems } from "../run/item-states.ts";
import type { FactJson } from "../run/task-fact.ts";
import type { NodeJson, TaskJson } from "../run/task-model.ts";

/** One read has the errors of so many items; of more the node itself has the causes. */
const MOST_READ = 200;
const SHOWN = 3;

export interface BatchCausesProps {
  readonly task: TaskJson;
  readonly node: NodeJson;
  readonly facts: readonly FactJson[];
}

/** Why items of a batch failed, a line a cause; nothing of another node. */
export function BatchCauses({ task, node, facts }: BatchCausesProps): ReactNode {
  const items = useMemo(() => batchItems(facts, node.id), [facts, node.id]);
  if (items === null || task.hidden !== undefined) return null;
  const failed = badItems(items).length;
  if (failed < 2 || failed > MOST_READ) return null;
  return <Causes taskId={task.instanceId} node={node} items={items} failed={failed} />;
}

interface CausesProps {
  readonly taskId: string;
  readonly node: NodeJson;
  readonly items: BatchItems;
  readonly failed: number;
}

function Causes({ taskId, node, items, failed }: CausesProps): ReactElement {
  const { t, i18n } = useTranslation();
  const groups = useCauseGroups(taskId, node, items, "");
  return (
    <div className="task-failure-causes">
      <span>{t("task.failure.items", { count: items.states.length, bad: failed })}</span>
      <ul aria-label={t("task.failure.causes")}>
        {groups.slice(0, SHOWN).map(({ cause, error, items: some, pattern }) => (
          <li key={cause}>
            <b>{some.length} ×</b>{" "}
            {error === null ? t("task.batch.noError") : summaryWords(error, i18n.language)}
            {pattern !== null && <span className="dimmed"> ({t("task.batch.all", { pattern })})</span>}
          </li>
        ))}
      </ul>
      {groups.length > SHOWN && (
        <span className="dimmed">{t("task.failure.moreCauses", { count: groups.length - SHOWN })}</span>
      )}
    </div>
  );
}
