import { Table, UnstyledButton } from "@mantine/core";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

export interface SortHeadProps {
  readonly children: ReactNode;
  /** The order of the list, descending with `-`. */
  readonly sort: string | undefined;
  /** The order of this column. */
  readonly by: string;
  /** @default false */
  readonly isDescendingFirst?: boolean;
  /** Called with `undefined` where the list goes back to its own order. */
  readonly onSort: (sort: string | undefined) => void;
  readonly className?: string;
}

/** A column's head that orders the list: one way, the other way, and not at all. */
export function SortHead({
  children,
  sort,
  by,
  isDescendingFirst = false,
  onSort,
  className,
}: SortHeadProps): ReactElement {
  const steps = isDescendingFirst ? [`-${by}`, by] : [by, `-${by}`];
  const step = sort === undefined ? -1 : steps.indexOf(sort);
  const isDescending = sort === `-${by}`;
  const Arrow = step === -1 ? ChevronsUpDown : isDescending ? ArrowDown : ArrowUp;
  return (
    <Table.Th
      {...(className !== undefined && { className })}
      aria-sort={step === -1 ? "none" : isDescending ? "descending" : "ascending"}
    >
      <UnstyledButton className="sort-head" data-sorted={step !== -1} onClick={() => onSort(steps[step + 1])}>
        {children}
        <Arrow size={12} aria-hidden="true" />
      </UnstyledButton>
    </Table.Th>
  );
}
