import { Text } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { type BodyNode, flatNodes } from "../graph/body-node.ts";
import { TaskGraph } from "../graph/task-graph.tsx";
import { NodeFates } from "./node-fates.tsx";
import type { OutcomeChoice, OutcomeChoices } from "./outcome-choice.ts";
import { OutcomeFields } from "./outcome-fields.tsx";
import { type Simulation, simulatedLooks } from "./simulated-looks.ts";
import { SimulationIssues } from "./simulation-issues.tsx";
import { StepBar } from "./step-bar.tsx";
import { useSimulation } from "./use-simulation.ts";
import "./what-if.css";

export interface WhatIfProps {
  /** A body, as JSON. */
  readonly text: string;
  /** Its nodes. */
  readonly nodes: readonly BodyNode[];
}

/** Which way a workflow takes where its nodes end as they are chosen to. Nothing is executed. */
export function WhatIf({ text, nodes }: WhatIfProps): ReactElement {
  const { t } = useTranslation();
  const [choices, setChoices] = useState<OutcomeChoices>(new Map());
  const [step, setStep] = useState<number | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const all = useMemo(() => flatNodes(nodes), [nodes]);
  const simulation = useSimulation(text, all, choices);
  const choose = (id: string, chosen: readonly OutcomeChoice[]): void => {
    setChoices((old) => new Map(old).set(id, chosen));
    setStep(null);
  };
  const startAgain = (): void => {
    setChoices(new Map());
    setStep(null);
  };
  const node = all.find(({ id }) => id === selected);
  return (
    <section aria-label={t("flow.whatIf.title")} className="what-if">
      <Text size="sm" c="dimmed">
        {t("flow.whatIf.hint")}
      </Text>
      {node === undefined ? (
        <Text size="sm">{t("flow.whatIf.choose")}</Text>
      ) : (
        <OutcomeFields
          key={node.id}
          node={node}
          all={all}
          choices={choices.get(node.id) ?? []}
          onChoose={(chosen) => choose(node.id, chosen)}
        />
      )}
      <QueryView query={simulation}>
        {(data) => (
          <Followed
            simulation={data}
            nodes={nodes}
            all={all}
            step={step === null || step > data.order.length ? null : step}
            selected={selected}
            onStep={setStep}
            onAgain={startAgain}
            onSelect={setSelected}
          />
        )}
      </QueryView>
      <SimulationIssues error={simulation.error} />
    </section>
  );
}

interface FollowedProps {
  readonly simulation: Simulation;
  readonly nodes: readonly BodyNode[];
  readonly all: readonly BodyNode[];
  readonly step: number | null;
  readonly selected: string | null;
  readonly onStep: (step: number | null) => void;
  readonly onAgain: () => void;
  readonly onSelect: (id: string) => void;
}

/** The drawing of a simulation at one of its steps, and what becomes of its nodes. */
function Followed({ simulation, nodes, all, step, ...shared }: FollowedProps): ReactElement {
  const { selected, onStep, onAgain, onSelect } = shared;
  const looks = useMemo(() => simulatedLooks(simulation, all, step), [simulation, all, step]);
  return (
    <>
      <StepBar simulation={simulation} all={all} step={step} onStep={onStep} onAgain={onAgain} />
      <TaskGraph nodes={nodes} looks={looks} selected={selected} onSelect={onSelect} />
      <NodeFates nodes={simulation.nodes} all={all} selected={selected} onSelect={onSelect} />
    </>
  );
}
