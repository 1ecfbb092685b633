import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Worker } from "../../../api/operations.generated.ts";

export interface ScriptWorkersProps {
  readonly workers: readonly Worker[];
  readonly kind: string;
  readonly language: string;
}

/** Which workers run this language, and what keeps its scripts away from the rest of their machines. */
export function ScriptWorkers({ workers, kind, language }: ScriptWorkersProps): ReactElement {
  const { t } = useTranslation();
  const offers = workers.flatMap((worker) =>
    worker.runners
      .filter((one) => one.kind === kind && (kind !== "script" || one.names?.includes(language) !== false))
      .map(({ sandbox }) => ({ id: worker.id, name: worker.name ?? worker.id, sandbox })),
  );
  return (
    <section aria-label={t("script.workers")}>
      {offers.length === 0 && (
        <Text size="sm">
          {t("script.noWorker")} {kind === "script" && t("script.noWorkerHint", { language })}
        </Text>
      )}
      {offers.map(({ id, name, sandbox }) => (
        <Text
          key={id}
          size="sm"
          title={id}
          className={sandbox === "unsandboxed" ? "mistake-words" : "script-worker"}
        >
          {t(`script.${sandbox === "unsandboxed" ? sandbox : sandbox === null ? "offered" : "sandboxed"}`, {
            worker: name,
          })}
        </Text>
      ))}
    </section>
  );
}
