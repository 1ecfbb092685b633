import { CloseButton, NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { type Body, findNode, type Way } from "../edit/body.ts";
import { waysFrom } from "../edit/branches.ts";
import { edgeWords } from "../graph/edge-words.ts";
import type { EdgeId } from "./target-at.ts";

export interface EdgeMenuProps {
  readonly body: Body;
  readonly edge: EdgeId;
  readonly x: number;
  readonly y: number;
  /** How large the drawing is shown: the menu keeps its size. */
  readonly zoom: number;
  readonly onChange: (way: Way) => void;
  readonly onRemove: () => void;
}

/** Beside an edge: the condition under which it is taken. */
export function EdgeMenu({ body, edge, x, y, zoom, onChange, onRemove }: EdgeMenuProps): ReactElement {
  const { t } = useTranslation();
  const ways = waysFrom(findNode(body, edge.from));
  const chosen = ways.findIndex(
    ({ on = "ok", branch }) => on === (edge.on ?? "ok") && branch === edge.branch,
  );
  const words = ({ on, branch }: Way): string =>
    edgeWords({ on: on as "failed" | "ended", branch: branch ?? null }, t) || t("task.on.ok");
  return (
    <div
      role="group"
      aria-label={t("editor.edge", { from: edge.from, to: edge.to })}
      className="editor-edge-menu"
      data-keep
      style={{ left: x, top: y, transform: `translate(-50%, 8px) scale(${1 / zoom})` }}
    >
      <NativeSelect
        size="xs"
        aria-label={t("editor.edgeWhen")}
        value={String(chosen)}
        onChange={({ currentTarget: { value } }) => onChange(ways[Number(value)] ?? {})}
        data={[
          ...(chosen < 0 ? [{ value: "-1", label: words(edge) }] : []),
          ...ways.map((way, index) => ({ value: String(index), label: words(way) })),
        ]}
      />
      <CloseButton size={28} aria-label={t("editor.removeEdge")} onClick={onRemove} />
    </div>
  );
}
