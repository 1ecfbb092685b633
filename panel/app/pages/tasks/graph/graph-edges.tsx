import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { edgeWords } from "./edge-words.ts";
import { MARK_SIGNS } from "./marks.ts";
import type { NodeLook } from "./node-look.ts";
import type { EdgeLine, TaskLayout } from "./task-layout.ts";

export interface GraphEdgesProps {
  readonly layout: TaskLayout;
  /** Those that are seen. */
  readonly edges: readonly EdgeLine[];
  readonly looks: ReadonlyMap<string, NodeLook> | undefined;
}

/** The edges of a graph, with what they are for. */
export function GraphEdges({ layout: { width, height }, edges, looks }: GraphEdgesProps): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <svg width={width} height={height} aria-hidden="true" className="task-edges">
        <defs>
          <marker
            id="task-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0,0L8,4L0,8z" />
          </marker>
        </defs>
        {edges.map((edge) => (
          <path
            key={keyOf(edge)}
            d={edge.path}
            transform={`translate(${edge.dx} ${edge.dy})`}
            markerEnd="url(#task-arrow)"
            className={`task-edge${isTaken(edge, looks) ? " task-edge-taken" : ""}`}
            data-on={edge.on}
            data-mark={edge.mark?.kind}
            data-back={edge.isBack || undefined}
            data-critical={isCritical(edge, looks) || undefined}
          />
        ))}
      </svg>
      {edges.map((edge) => {
        const { mark } = edge;
        const words = mark === null ? edgeWords(edge, t) : `${MARK_SIGNS[mark.kind]} ${mark.words}`.trim();
        if (words === "") return null;
        return (
          <span
            key={keyOf(edge)}
            className="task-edge-words one-line"
            data-on={edge.on}
            data-mark={mark?.kind}
            title={words}
            aria-hidden="true"
            style={{ left: edge.x + edge.dx, top: edge.y + edge.dy }}
          >
            {words}
          </span>
        );
      })}
    </>
  );
}

function keyOf({ from, to, on, branch, mark }: EdgeLine): string {
  return `${from} ${to} ${on} ${branch} ${mark?.kind}`;
}

/** Whether the run went this way. */
function isTaken({ from, on, branch }: EdgeLine, looks: ReadonlyMap<string, NodeLook> | undefined): boolean {
  const source = looks?.get(from);
  if (source === undefined) return false;
  if (branch !== null) return source.branches.includes(branch);
  if (on === "failed") return source.status === "Failed";
  return source.status === "Succeeded" || (on === "ended" && source.status === "Failed");
}

/** Whether it joins two nodes that decided how long the run took. */
function isCritical({ from, to }: EdgeLine, looks: ReadonlyMap<string, NodeLook> | undefined): boolean {
  return looks?.get(from)?.isCritical === true && looks.get(to)?.isCritical === true;
}
