import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";

/** The placeholder of the address in a job's body. */
const PLACE = "{{callbackUrl}}";

export interface RequestNoteProps {
  readonly app: string;
  readonly work: JobDetail["work"];
}

/** Which request a job sends, and where its target reports an end if the job waits for that. */
export function RequestNote({ app, work }: RequestNoteProps): ReactElement {
  const { t } = useTranslation();
  const success = work["success"] as { readonly callback?: unknown } | null | undefined;
  return (
    <>
      <Text size="sm" c="dimmed" className="prewrap">
        {t("jobLife.sends")}{" "}
        <span className="mono">{`${String(work["method"])} ${String(work["url"])}`}</span>
      </Text>
      {success?.callback === true && <CallbackNote app={app} />}
    </>
  );
}

function CallbackNote({ app }: { readonly app: string }): ReactElement | null {
  const { t } = useTranslation();
  const { data } = useApi("listWorkers", {});
  if (data === undefined) return null;
  const senders = data.items.flatMap((worker) =>
    worker.app === app ? worker.runners.filter(({ kind }) => kind === "http") : [],
  );
  const addresses = [...new Set(senders.flatMap(({ callbackUrl }) => callbackUrl ?? []))];
  if (addresses.length === 0)
    return (
      <Text size="sm" className="mistake-words">
        {t("jobLife.noCallback")}
      </Text>
    );
  return (
    <Text size="sm" c="dimmed" className="prewrap">
      {t("jobLife.callback")}{" "}
      {addresses.map((address) => (
        <span key={address} className="mono">
          {address}/…{" "}
        </span>
      ))}
      ({t("jobLife.callbackHint", { place: PLACE })})
    </Text>
  );
}
