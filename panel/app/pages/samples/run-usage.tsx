import { Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../api/operations.generated.ts";
import { UsagePlot } from "./usage-plot.tsx";

export interface RunUsageProps {
  readonly series: NonNullable<Instance["usageSeries"]>;
  /** When the attempt began that was measured. */
  readonly startedAt: string;
}

/** What the program of a run used over its time. */
export function RunUsage({ series, startedAt }: RunUsageProps): ReactElement {
  const { t } = useTranslation();
  const { everyMs, cpu, memoryBytes } = series;
  const fromMs = Date.parse(startedAt);
  const toMs = fromMs + cpu.length * everyMs;
  const valuesOf = (values: readonly number[]) =>
    values.map((value, index) => ({ atMs: fromMs + (index + 1) * everyMs, value }));
  return (
    <section>
      <Title order={2} size="h5" mb={4}>
        {t("samples.title")}
      </Title>
      <div className="value-plots">
        <UsagePlot kind="processor" values={valuesOf(cpu)} fromMs={fromMs} toMs={toMs} />
        <UsagePlot kind="memory" values={valuesOf(memoryBytes)} fromMs={fromMs} toMs={toMs} />
      </div>
    </section>
  );
}
