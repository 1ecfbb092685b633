import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import type { Operations } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";

export type TaskOperation = Operations["operateTask"]["body"];

export interface Operate {
  /** Why nothing can be done; `null` where it can. */
  readonly refusal: string | null;
  readonly isPending: boolean;
  /** @param then is called once it is done */
  operate(operation: TaskOperation, then?: () => void): void;
}

/** Has a running task do something. */
export function useOperate(id: string): Operate {
  const { t } = useTranslation();
  const mayOperate = useMay("runs:operate");
  const change = useApiChange("operateTask");
  return {
    refusal: mayOperate ? null : t("task.mayNot"),
    isPending: change.isPending,
    operate: (body, then) =>
      change.mutate(
        { path: { id }, body },
        {
          onSuccess: () => {
            notifyDone(t(`task.done.${body.type}`));
            then?.();
          },
        },
      ),
  };
}
