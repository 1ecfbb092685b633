import { Button, Group, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { BodyNode } from "../graph/body-node.ts";
import { nodeName, visitNumber } from "../run/task-model.ts";
import type { Simulation } from "./simulated-looks.ts";

export interface StepBarProps {
  readonly simulation: Simulation;
  readonly all: readonly BodyNode[];
  /** How many executions have begun; `null` for the end. */
  readonly step: number | null;
  readonly onStep: (step: number | null) => void;
  readonly onAgain: () => void;
}

/** The way that a simulation takes, one execution after the other: nothing moves by itself. */
export function StepBar({ simulation, all, step, onStep, onAgain }: StepBarProps): ReactElement {
  const { t } = useTranslation();
  const { order, state, stop } = simulation;
  const current = step === null ? undefined : order[step - 1];
  const next = step === null ? 1 : step + 1;
  const end = t(`flow.whatIf.end.${state ?? stop ?? "open"}`);
  const stepWords = (at: number, begun: Simulation["order"][number]): string => {
    const shown = { step: at, count: order.length, node: nodeName(all, begun.id) };
    const visit = visitNumber(begun);
    return visit === null ? t("flow.whatIf.step", shown) : t("flow.whatIf.stepVisit", { ...shown, visit });
  };
  return (
    <Group gap="xs">
      {order.length > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => onStep(next > order.length ? null : next)}>
          {t(step === null ? "flow.whatIf.first" : "flow.whatIf.next")}
        </Button>
      )}
      {step !== null && (
        <Button variant="default" size="compact-sm" onClick={() => onStep(null)}>
          {t("flow.whatIf.toEnd")}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={onAgain}>
        {t("flow.whatIf.again")}
      </Button>
      <Text size="sm" role="status">
        {step === null || current === undefined ? end : stepWords(step, current)}
      </Text>
    </Group>
  );
}
