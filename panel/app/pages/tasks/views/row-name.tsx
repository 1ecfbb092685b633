import { UnstyledButton } from "@mantine/core";
import type { ReactElement } from "react";
import { TypeIcon } from "../graph/node-icon.tsx";
import type { NodeRow } from "./node-rows.ts";

export interface RowNameProps {
  readonly row: NodeRow;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
  /** As a tree. @default false */
  readonly isIndented?: boolean;
}

/** The name of a node, which chooses it. */
export function RowName({ row, isSelected, onSelect, isIndented = false }: RowNameProps): ReactElement {
  return (
    <UnstyledButton
      className="task-row-name"
      aria-pressed={isSelected}
      data-depth={isIndented ? Math.min(4, row.depth) : 0}
      onClick={() => onSelect(row.id)}
    >
      <TypeIcon type={row.node.type} />
      <span title={row.name}>{row.name}</span>
    </UnstyledButton>
  );
}
