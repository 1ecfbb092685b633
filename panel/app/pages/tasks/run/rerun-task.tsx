import type { ReactNode } from "react";
import { useApi } from "../../../api/use-api.ts";
import { RerunDialog } from "./rerun-dialog.tsx";
import "./task-run.css";

export interface RerunTaskProps {
  /** Of the run. */
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks how a run of a task is run again, once it is known where that ended. */
export function RerunTask({ id, onClose }: RerunTaskProps): ReactNode {
  const { data } = useApi("getTask", { path: { id } });
  return data !== undefined && <RerunDialog task={data.task} from={null} onClose={onClose} />;
}
