import { Table, UnstyledButton } from "@mantine/core";
import type { TFunction } from "i18next";
import { type ReactElement, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { Duration } from "../../../time/duration.tsx";
import { useNow } from "../../../time/use-now.ts";
import type { BodyNode } from "../graph/body-node.ts";
import { edgeWords } from "../graph/edge-words.ts";
import { NodeBadge, TypeIcon } from "../graph/node-icon.tsx";
import { nodeNote } from "./node-note.ts";
import { useShown } from "./shown-run.ts";
import { nodeName, type NodeJson, type NodeTimes, type TaskJson } from "./task-model.ts";
import { waitWords } from "./wait-words.ts";

export interface TaskOutlineProps {
  readonly task: TaskJson;
  readonly all: readonly BodyNode[];
  readonly times: ReadonlyMap<string, NodeTimes>;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

/** The nodes of a task as a table, in the order of the body: as much as the drawing says, and how long each took. */
export function TaskOutline({ task, all, times, selected, onSelect }: TaskOutlineProps): ReactElement {
  const { t } = useTranslation();
  const shown = useDeferredValue(all);
  const byId = new Map(task.nodes.map((node) => [node.id, node]));
  return (
    <div className="task-outline">
      <Table className="data-table" aria-label={t("task.tab.outline")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("task.node")}</Table.Th>
            <Table.Th>{t("task.state")}</Table.Th>
            <Table.Th className="task-wide-only">{t("task.after")}</Table.Th>
            <Table.Th ta="end">{t("task.duration")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((body) => {
            const node = byId.get(body.id);
            if (node === undefined) return null;
            return (
              <OutlineRow
                key={body.id}
                task={task}
                node={node}
                body={body}
                all={all}
                times={times.get(body.id)}
                isSelected={selected === body.id}
                onSelect={onSelect}
              />
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface OutlineRowProps {
  readonly task: TaskJson;
  readonly node: NodeJson;
  readonly body: BodyNode;
  readonly all: readonly BodyNode[];
  readonly times: NodeTimes | undefined;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}

function OutlineRow({ task, node, body, all, times, isSelected, onSelect }: OutlineRowProps): ReactElement {
  const { t } = useTranslation();
  const note = nodeNote(node, t);
  const why = waitWords(task, node, all, t);
  return (
    <Table.Tr data-selected={isSelected || undefined}>
      <Table.Td>
        <UnstyledButton
          className="task-outline-name"
          aria-pressed={isSelected}
          data-depth={Math.min(4, body.pointer.split("/nodes/").length - 2)}
          onClick={() => onSelect(node.id)}
        >
          <TypeIcon type={node.type} />
          <span>{node.title ?? node.id}</span>
        </UnstyledButton>
      </Table.Td>
      <Table.Td>
        <NodeBadge status={node.status ?? "Open"} />
        {note !== null && <span className="dimmed"> {note}</span>}
        {why !== null && <div className="dimmed task-why">{why}</div>}
      </Table.Td>
      <Table.Td className="task-wide-only dimmed">{afterWords(body, all, t)}</Table.Td>
      <Table.Td ta="end">
        <Took times={times} />
      </Table.Td>
    </Table.Tr>
  );
}

export function afterWords({ pre }: BodyNode, all: readonly BodyNode[], t: TFunction): string {
  return pre
    .map((one) => {
      const words = edgeWords(one, t);
      const name = nodeName(all, one.node);
      return words === "" ? name : `${name} (${words})`;
    })
    .join(t("common.separator"));
}

function Took({ times }: { readonly times: NodeTimes | undefined }): ReactElement {
  const { at } = useShown();
  if (times?.startedAt === null || times === undefined) return <span className="dimmed">–</span>;
  const until = times.endedAt ?? at;
  if (until === null) return <Counting since={times.startedAt} />;
  return <Duration ms={Math.max(0, Date.parse(until) - Date.parse(times.startedAt))} />;
}

function Counting({ since }: { readonly since: string }): ReactElement {
  const seconds = Math.max(1, Math.floor((useNow() - Date.parse(since)) / 1000));
  return (
    <span className="state-processing">
      <Duration ms={seconds * 1000} />
    </span>
  );
}
