import { type CSSProperties, memo, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Duration } from "../../../time/duration.tsx";
import { type ChangeMark, MARK_SIGNS } from "./marks.ts";
import { NodeBadge, statusClass, TypeIcon } from "./node-icon.tsx";
import type { NodeLook } from "./node-look.ts";
import type { NodeBox } from "./task-layout.ts";

export interface GraphNodeProps {
  readonly box: NodeBox;
  readonly look: NodeLook | undefined;
  /** @default none */
  readonly mark?: ChangeMark | undefined;
  readonly isSelected: boolean;
  /** It is being looked for. */
  readonly isFound: boolean;
  /** The Tab key stops here. */
  readonly isStop: boolean;
  readonly onSelect: (id: string) => void;
}

/** A node of a graph: its name, where it stands, and how long it took beside the others. */
export const GraphNode = memo(function GraphNode(props: GraphNodeProps): ReactElement {
  const { box, look, mark, isSelected, isFound, isStop, onSelect } = props;
  const { t } = useTranslation();
  const { node, x, y, width, height } = box;
  const style: CSSProperties = { left: x, top: y, width, height };
  const isBox = node.type === "group" && node.nodes.length > 0;
  const colour =
    look === undefined ? "" : ` ${statusClass(look.status)} task-node-${look.status.toLowerCase()}`;
  const ms = look?.ms ?? null;
  return (
    <button
      type="button"
      data-node={node.id}
      data-type={node.type}
      data-batch={node.isBatch || undefined}
      data-critical={look?.isCritical === true || undefined}
      data-found={isFound || undefined}
      data-mark={mark}
      aria-pressed={isSelected}
      tabIndex={isStop ? 0 : -1}
      className={`task-node${isBox ? " task-box" : ""}${colour}`}
      style={style}
      onClick={() => onSelect(node.id)}
    >
      {mark !== undefined && (
        <span className="task-node-mark" role="img" aria-label={t(`task.marks.${mark}`)}>
          {MARK_SIGNS[mark]}
        </span>
      )}
      <span className="task-node-name">
        <TypeIcon type={node.type} />
        <span className="one-line" title={node.title ?? node.id}>
          {node.title ?? node.id}
        </span>
      </span>
      <span className="task-node-state one-line">
        {look === undefined ? (
          <span className="dimmed mono">{node.jobKey ?? t(`task.type.${node.type}`)}</span>
        ) : (
          <NodeBadge status={look.status} />
        )}
        {look?.note !== null && look?.note !== undefined && <span className="dimmed"> {look.note}</span>}
        {ms !== null && (
          <span className="task-node-ms dimmed">
            <Duration ms={ms} />
          </span>
        )}
      </span>
      {ms !== null && !isBox && (
        <span className="task-node-bar" style={{ width: `${Math.max(2, (look?.share ?? 0) * 100)}%` }} />
      )}
    </button>
  );
});
