import { ActionIcon, Text } from "@mantine/core";
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactElement, useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNameOfActor } from "../../../session/use-name-of-actor.ts";
import { Time } from "../../../time/time.tsx";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { factWords } from "../run/fact-words.ts";
import { type RunSource, type Shown, ShownContext } from "../run/shown-run.ts";
import type { FactJson } from "../run/task-fact.ts";
import { nodeName } from "../run/task-model.ts";
import { TaskParts } from "./task-parts.tsx";
import { Replay, type ReplayedRun, type VersionBody } from "../run/replay.ts";
import "./replay.css";

const MOST_SHOWN = 5;

export interface ReplayRunProps {
  readonly run: ReplayedRun;
  readonly bodies: readonly VersionBody[];
  readonly facts: readonly FactJson[];
  readonly args: unknown;
  /** Where runs of nodes are read from; `null`: the scheduler. */
  readonly source: RunSource | null;
  /** The number of the fact that is shown first. @default the last one */
  readonly from?: number | null;
}

/** A run of a task at any step of its log: a slider, or step by step. */
export function ReplayRun({ run, bodies, facts, args, source, from = null }: ReplayRunProps): ReactElement {
  const { instanceId, jobKey } = run;
  const replay = useMemo(
    () => new Replay({ instanceId, jobKey }, bodies, facts),
    [instanceId, jobKey, bodies, facts],
  );
  const count = replay.steps.length;
  const [chosen, setChosen] = useState(from === null ? count : replay.stepOf(from));
  const step = Math.min(chosen, count);
  const shownStep = useDeferredValue(step);
  const seq = shownStep === 0 ? 0 : (replay.steps[shownStep - 1] ?? 0);
  const task = useMemo(() => replay.at(seq), [replay, seq]);
  const until = useMemo(() => replay.factsUntil(seq), [replay, seq]);
  const at = until.at(-1)?.at ?? null;
  const shown = useMemo<Shown>(() => {
    const goTo = (fact: number): void => setChosen(replay.stepOf(fact));
    return { isNow: false, at, source, moments: { facts, seq, goTo } };
  }, [at, source, replay, facts, seq]);
  return (
    <ShownContext value={shown}>
      <StepChoice step={step} count={count} onChange={setChosen}>
        <StepWords body={task.body} facts={until} rev={task.rev} />
      </StepChoice>
      <TaskParts task={task} args={args} facts={until} />
    </ShownContext>
  );
}

interface StepChoiceProps {
  readonly step: number;
  readonly count: number;
  readonly onChange: (step: number) => void;
  readonly children: ReactElement;
}

function StepChoice({ step, count, onChange, children }: StepChoiceProps): ReactElement {
  const { t } = useTranslation();
  const moves = [
    { to: 0, label: t("task.replay.first"), Icon: ChevronFirst },
    { to: step - 1, label: t("task.replay.before"), Icon: ChevronLeft },
    { to: step + 1, label: t("task.replay.next"), Icon: ChevronRight },
    { to: count, label: t("task.replay.last"), Icon: ChevronLast },
  ];
  return (
    <div className="task-replay" role="group" aria-label={t("task.replay.label")}>
      <div className="task-replay-steps">
        {moves.map(({ to, label, Icon }) => (
          <ActionIcon
            key={label}
            variant="default"
            aria-label={label}
            disabled={to < 0 || to > count || to === step}
            onClick={() => onChange(to)}
          >
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        ))}
        <input
          type="range"
          className="task-replay-slider"
          aria-label={t("task.replay.step")}
          aria-valuetext={t("task.replay.stepOf", { step, count })}
          min={0}
          max={count}
          value={step}
          onChange={({ currentTarget: { value } }) => onChange(Number(value))}
        />
        <Text size="sm" span className="task-replay-count">
          {t("task.replay.stepOf", { step, count })}
        </Text>
      </div>
      {children}
    </div>
  );
}

interface StepWordsProps {
  readonly body: unknown;
  readonly facts: readonly FactJson[];
  readonly rev: number;
}

/** The facts of the step that is shown. */
function StepWords({ body, facts, rev }: StepWordsProps): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const all = useMemo(() => flatNodes(readBodyNodes(body)), [body]);
  const last = facts.at(-1);
  const ofStep = last === undefined ? [] : facts.filter((fact) => fact.rev === rev);
  const words = ofStep
    .slice(0, MOST_SHOWN)
    .map((fact) => factWords(fact, t, (id) => nodeName(all, id), nameOf));
  const more = ofStep.length - words.length;
  return (
    <p className="task-replay-words" role="status">
      {last === undefined ? (
        t("task.replay.nothing")
      ) : (
        <>
          <span className="dimmed">
            <Time at={last.at} />
          </span>{" "}
          {words.join(" · ")}
          {more > 0 && ` · ${t("task.edit.moreUses", { count: more })}`}
        </>
      )}
    </p>
  );
}
