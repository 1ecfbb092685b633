import { Group } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import type { Instance } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { Relative } from "../../../time/time.tsx";
import { useRefusal } from "../../../session/use-may.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { WorkerName } from "../parts/worker-name.tsx";

export interface CodeGoesOnProps {
  readonly id: string;
  readonly app: string;
  readonly abandoned: NonNullable<Instance["abandoned"]>;
}

/** That the code of an ended attempt may still run and holds a slot, and how to give that back. */
export function CodeGoesOn({ id, app, abandoned: { attempt, worker, at } }: CodeGoesOnProps): ReactElement {
  const { t } = useTranslation();
  const mayNotRelease = useRefusal("runs:cancel", app);
  const release = useApiChange("releaseInstance", {
    onDone: () => notifyDone(t("instances.released")),
  });
  return (
    <Notice title={t("instances.codeGoesOn")}>
      <div>
        {t("instances.codeGoesOnHint", { attempt })} <WorkerName id={worker} /> · <Relative at={at} />
      </div>
      <Group gap="xs" mt="xs">
        <RefusableButton
          refusal={mayNotRelease}
          size="xs"
          variant="default"
          loading={release.isPending}
          onClick={() => release.mutate({ path: { id }, body: {} })}
        >
          {t("instances.release")}
        </RefusableButton>
        <span>{t("instances.releaseHint")}</span>
      </Group>
    </Notice>
  );
}
