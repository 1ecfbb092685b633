import type { ReactElement } from "react";
import { useApi } from "../../api/use-api.ts";
import { Notice } from "../../ui/notice.tsx";
import { CauseList } from "./cause-list.tsx";

export interface RunCausesProps {
  readonly id: string;
  readonly title: string;
}

/** Why a run that another page names is as it is; nothing where it is kept no longer. */
export function RunCauses({ id, title }: RunCausesProps): ReactElement | null {
  const { data } = useApi("explainInstance", { path: { id } });
  if (data === undefined || data.explanation.verdict === "on_time") return null;
  const { causes } = data.explanation;
  if (causes.length === 0) return null;
  return (
    <Notice title={title}>
      <CauseList causes={causes} />
    </Notice>
  );
}
