import { Title } from "@mantine/core";
import { Download, History } from "lucide-react";
import { lazy, type ReactElement, type ReactNode, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";
import { apiUrl } from "../../../api/call-api.ts";
import { useApi } from "../../../api/use-api.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { useRefusal } from "../../../session/use-may.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { TaskFailure } from "../failure/task-failure.tsx";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { useTaskPlace } from "../place/use-task-place.ts";
import { addRefusalWords } from "../run/refusal-words.ts";
import { type Shown, ShownContext } from "../run/shown-run.ts";
import type { TaskJson } from "../run/task-model.ts";
import { WaitingApprovals } from "./waiting-approvals.tsx";
import { TaskParts } from "./task-parts.tsx";
import { TaskToolbar } from "../run/task-toolbar.tsx";
import { useTaskFacts } from "../run/use-task-facts.ts";
import "../run/task-run.css";

/** How often changes by time alone are read, and steps that no event reports. */
const POLL_MS = 5000;

const LiveReplay = lazy(async () => ({
  default: (await import("./live-replay.tsx")).LiveReplay,
}));

addRefusalWords();

export interface TaskRunProps {
  readonly id: string;
  /** The arguments of the task. */
  readonly args: unknown;
  /** Of the run as a whole. */
  readonly error: Instance["error"];
}

/** A run of a task: its graph and its outline, with what each node does and waits for. */
export function TaskRun({ id, args, error }: TaskRunProps): ReactElement {
  const task = useApi("getTask", { path: { id } }, { pollMs: POLL_MS });
  return (
    <QueryView query={task}>{(data) => <TaskNow task={data.task} args={args} error={error} />}</QueryView>
  );
}

interface TaskNowProps extends Pick<TaskRunProps, "args" | "error"> {
  readonly task: TaskJson;
}

function TaskNow({ task, args, error }: TaskNowProps): ReactElement {
  const { t } = useTranslation();
  const { go } = useTaskPlace();
  const isHidden = task.hidden !== undefined;
  const mayNotRead = useRefusal("payloads:read");
  const facts = useTaskFacts(task.instanceId, isHidden).data ?? [];
  const [replayed, setReplayed] = useState<{ readonly from: number | null } | null>(null);
  const isReplaying = replayed !== null;
  const parts = { args, facts };
  const shown = useMemo<Shown>(() => {
    const goTo = (seq: number): void => setReplayed({ from: seq });
    return { isNow: true, at: null, source: null, moments: { facts, seq: null, goTo } };
  }, [facts]);
  // The body of a version never changes; it comes with each read of the task.
  // oxlint-disable-next-line react/exhaustive-deps
  const all = useMemo(() => flatNodes(readBodyNodes(task.body)), [task.instanceId, task.version]);
  return (
    <section className="task-run" aria-label={t("task.title")}>
      {!isReplaying && <WaitingApprovals task={task} all={all} />}
      {!isReplaying && (
        <TaskFailure
          task={task}
          all={all}
          facts={facts}
          args={args}
          error={error}
          onNode={(node) => go({ node })}
        />
      )}
      <div className="run-section task-head">
        <Title order={2}>{t("task.title")}</Title>
        <TaskToolbar task={task} />
        <RefusableButton
          variant="default"
          size="compact-sm"
          aria-pressed={isReplaying}
          refusal={facts.length === 0 ? t("task.replay.nothing") : null}
          leftSection={<History size={13} aria-hidden="true" />}
          onClick={() => setReplayed(isReplaying ? null : { from: null })}
        >
          {t(isReplaying ? "task.replay.close" : "task.replay.open")}
        </RefusableButton>
        <RefusableButton
          variant="default"
          size="compact-sm"
          refusal={isHidden ? (mayNotRead ?? t("hidden.hint")) : null}
          renderRoot={(props) => (
            <a {...props} href={apiUrl("exportTask", { path: { id: task.instanceId } })} download>
              {props["children"] as ReactNode}
            </a>
          )}
          leftSection={<Download size={13} aria-hidden="true" />}
        >
          {t("task.export")}
        </RefusableButton>
      </div>
      {replayed === null ? (
        <ShownContext value={shown}>
          <TaskParts task={task} {...parts} />
        </ShownContext>
      ) : (
        <Suspense>
          <LiveReplay task={task} {...parts} from={replayed.from} />
        </Suspense>
      )}
    </section>
  );
}
