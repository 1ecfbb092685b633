import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";
import { useNameOfActor } from "../../../session/use-name-of-actor.ts";
import { Duration } from "../../../time/duration.tsx";
import { Time } from "../../../time/time.tsx";
import { fileSize } from "../../../ui/json/file-size.ts";
import { isTrial } from "../parts/is-trial.ts";
import { nameInRun } from "../parts/name-in-run.ts";
import { RunDuration } from "../parts/run-duration.tsx";
import { WorkerName } from "../parts/worker-name.tsx";
import { RunRouting } from "./run-routing.tsx";

/** The run that `trigger.of` names, by how the run came about. */
const ORIGINS: Readonly<Partial<Record<Instance["trigger"]["type"], Origin>>> = {
  rerun: "rerunOf",
  parent: "childOf",
  condition: "childOf",
  code: "childOf",
  broadcast: "shardOf",
  task: "nodeOf",
};
type Origin = "rerunOf" | "childOf" | "shardOf" | "nodeOf";

/** The facts of a run, in short. */
export function RunFacts({ run }: { readonly run: Instance }): ReactElement {
  const { t, i18n } = useTranslation();
  const nameOf = useNameOfActor();
  const { jobKey, trigger, createdAt, startedAt, completedAt, attempt, retryCount, worker, routing, missed } =
    run;
  const { script } = run;
  const firstStart = run.history.find(({ to }) => to === "Processing")?.at ?? startedAt;
  const totalMs =
    attempt > 1 && firstStart !== null && completedAt !== null
      ? Date.parse(completedAt) - Date.parse(firstStart)
      : null;
  const { type, by, of, nominalTime, schedule } = trigger;
  const origin = ORIGINS[type];
  return (
    <dl className="run-facts">
      <Fact name={t("instances.job")}>
        {isTrial(run) ? (
          t("instances.trial")
        ) : (
          <Anchor
            size="sm"
            className="mono"
            renderRoot={(props) => <Link to="/jobs/$key" params={{ key: jobKey }} {...props} />}
          >
            {jobKey}
          </Anchor>
        )}
      </Fact>
      <Fact name={t("instances.trigger")}>
        {t(`instances.triggerType.${type}`)} {by !== undefined && t("instances.by", { by: nameOf(by) })}
      </Fact>
      {routing?.shard !== undefined && (
        <Fact name={t("instances.shard")}>
          {t("instances.shardNumber", { index: routing.shard.index, total: routing.shard.total })}
        </Fact>
      )}
      {of !== undefined && origin !== undefined && (
        <Fact name={t(`instances.${origin}`)}>
          <Anchor
            size="sm"
            className="mono one-line run-of"
            title={of}
            renderRoot={(props) => <Link to="/runs/$id" params={{ id: of }} {...props} />}
          >
            {of}
          </Anchor>
        </Fact>
      )}
      {nominalTime !== undefined && (
        <Fact name={t("instances.nominalTime")}>
          <Time at={nominalTime} />
        </Fact>
      )}
      {schedule !== undefined && <Fact name={t("instances.schedule")}>{schedule}</Fact>}
      <Fact name={t("instances.created")}>
        <Time at={createdAt} />
      </Fact>
      {firstStart !== null && (
        <Fact name={t("instances.started")}>
          <Time at={firstStart} />
        </Fact>
      )}
      {completedAt !== null && (
        <Fact name={t("instances.ended")}>
          <Time at={completedAt} />
        </Fact>
      )}
      {startedAt !== null && (
        <Fact name={t("instances.duration")}>
          <RunDuration run={run} />
          {attempt > 1 && ` ${t("instances.lastAttempt")}`}
        </Fact>
      )}
      {totalMs !== null && (
        <Fact name={t("instances.total")}>
          <Duration ms={totalMs} />
        </Fact>
      )}
      {attempt > 0 && (
        <Fact name={t("instances.attempt")}>
          {t("instances.attemptOf", { attempt, most: retryCount + 1 })}
        </Fact>
      )}
      {run.usage !== null && run.usage.cpuMs !== null && (
        <Fact name={t("instances.cpuTime")}>
          <Duration ms={run.usage.cpuMs} />
          {run.usage.attempt < attempt && ` ${t("instances.ofAttempt", { attempt: run.usage.attempt })}`}
        </Fact>
      )}
      {run.usage !== null && run.usage.peakMemoryBytes !== null && (
        <Fact name={t("instances.peakMemory")}>{fileSize(run.usage.peakMemoryBytes, i18n.language)}</Fact>
      )}
      {worker !== null && (
        <Fact name={t("instances.worker")}>
          <WorkerName id={worker} name={nameInRun(run, worker)} />
        </Fact>
      )}
      {routing !== null && routing.shards === undefined && (
        <Fact name={t("instances.routing")}>
          <RunRouting routing={routing} />
        </Fact>
      )}
      {script !== null && !isTrial(run) && (
        <Fact name={t("instances.script")}>
          <span title={`SHA-256 ${script.hash}`}>
            {script.version} <span className="mono">{script.hash.slice(0, 12)}</span>
          </span>
        </Fact>
      )}
      {missed !== null && (
        <Fact name={t("instances.missed")}>
          {t("instances.missedText", { count: missed.count })} <Time at={missed.from} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="run-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
