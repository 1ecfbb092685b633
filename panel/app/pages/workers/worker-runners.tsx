import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Worker } from "../../api/operations.generated.ts";

/** The work that a worker runs beside code, with the programs or languages it lists; work that nothing keeps from its machine is in red. */
export function WorkerRunners({ runners }: Pick<Worker, "runners">): ReactElement | null {
  const { t } = useTranslation();
  const others = runners.filter(({ kind }) => kind !== "code");
  if (others.length === 0) return null;
  return (
    <Text size="sm" mb={6} component="div">
      {t("workers.runs")}{" "}
      {others.map(({ kind, names, sandbox }) => (
        <span key={kind} className="worker-runner">
          {t(`workers.runner.${kind}`)}
          {names !== null && names.length > 0 && <span className="mono"> {names.join(", ")}</span>}
          {sandbox === "bubblewrap" && ` (${t("workers.sandboxed")})`}
          {sandbox === "unsandboxed" && (
            <strong className="mistake-words"> {t("workers.unsandboxed")}</strong>
          )}
        </span>
      ))}
    </Text>
  );
}
