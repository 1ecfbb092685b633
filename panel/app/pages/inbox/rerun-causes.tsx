import { type ReactElement, useState } from "react";
import type { FailureGroup } from "../failures/failure-group.ts";
import { BulkDialog } from "../runs/actions/bulk-dialog.tsx";

export interface RerunCausesProps {
  /** With causes that can be read. */
  readonly groups: readonly FailureGroup[];
  readonly from: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Has runs that failed executed again, one cause after the other: each says how many runs it is first. */
export function RerunCauses({ groups, from, onClose, onDone }: RerunCausesProps): ReactElement | null {
  const [at, setAt] = useState(0);
  const group = groups[at];
  if (group === undefined || group.cause === null) return null;
  const close = (): void => {
    if (at + 1 < groups.length) setAt(at + 1);
    else {
      onClose();
      onDone();
    }
  };
  return (
    <BulkDialog
      key={group.id}
      target={{ action: "rerun", filter: { state: ["Terminated"], from, shards: false }, cause: group.cause }}
      onClose={close}
    />
  );
}
