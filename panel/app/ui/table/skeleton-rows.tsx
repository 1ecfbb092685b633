import { Skeleton } from "@mantine/core";
import type { ReactElement } from "react";

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Below a table's head while its rows are being rendered. */
export function SkeletonRows(): ReactElement {
  return (
    <div aria-hidden="true" className="skeleton-rows">
      {ROWS.map((row) => (
        <Skeleton key={row} height={18} />
      ))}
    </div>
  );
}
