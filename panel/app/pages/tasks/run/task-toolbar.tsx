import { Button, Group, Text, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { CircleSlash, GitBranch, Pause, Play, RotateCcw } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../session/use-may.ts";
import { Time } from "../../../time/time.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { GiveUpDialog } from "./give-up-dialog.tsx";
import { MigrateDialog } from "./migrate-dialog.tsx";
import { RerunDialog } from "./rerun-dialog.tsx";
import type { TaskJson } from "./task-model.ts";
import { useOperate } from "./use-operate.ts";

const NOTABLE: ReadonlySet<TaskJson["phase"]> = new Set(["paused", "held", "ending"]);
const MOVABLE: ReadonlySet<TaskJson["phase"]> = new Set(["running", "paused", "held"]);
const OVER: ReadonlySet<string | null> = new Set(["Succeeded", "Failed", "Cancelled", "Skipped", "Blocked"]);

/** Where the whole task stands, and what can be done with it. */
export function TaskToolbar({ task }: { readonly task: TaskJson }): ReactElement {
  const { t } = useTranslation();
  const { instanceId: id, phase, nodes, version, holdUntil } = task;
  const { refusal, isPending, operate } = useOperate(id);
  const [isGivingUp, givingUp] = useDisclosure(false);
  const [isRerunning, rerunning] = useDisclosure(false);
  const [isMigrating, migrating] = useDisclosure(false);
  const mayRerun = useMay("runs:rerun");
  const done = nodes.filter(({ status }) => OVER.has(status)).length;
  const common = { variant: "default", size: "compact-sm", loading: isPending } as const;
  return (
    <>
      <Text size="sm" c="dimmed" span>
        {t("task.progress", { done, count: nodes.length, version })}
      </Text>
      {NOTABLE.has(phase) && (
        <Tag isWarning hint={t(`task.phaseHint.${phase}`)}>
          {t(`task.phase.${phase}`)}
        </Tag>
      )}
      {holdUntil !== null && (
        <Text size="sm" span>
          {t("task.until")} <Time at={holdUntil} />
        </Text>
      )}
      <Group gap={6} ml="auto">
        {phase === "running" && (
          <Refusable refusal={refusal}>
            <Button
              {...common}
              disabled={refusal !== null}
              leftSection={<Pause size={13} aria-hidden="true" />}
              onClick={() => operate({ type: "pause" })}
            >
              {t("task.pause")}
            </Button>
          </Refusable>
        )}
        {phase === "paused" && (
          <Refusable refusal={refusal}>
            <Button
              {...common}
              disabled={refusal !== null}
              leftSection={<Play size={13} aria-hidden="true" />}
              onClick={() => operate({ type: "resume" })}
            >
              {t("task.resume")}
            </Button>
          </Refusable>
        )}
        {MOVABLE.has(phase) && (
          <Refusable refusal={refusal}>
            <Button
              {...common}
              disabled={refusal !== null}
              leftSection={<GitBranch size={13} aria-hidden="true" />}
              onClick={migrating.open}
            >
              {t("task.migrate.open")}
            </Button>
          </Refusable>
        )}
        {phase === "held" && (
          <Refusable refusal={refusal}>
            <Button
              {...common}
              disabled={refusal !== null}
              leftSection={<CircleSlash size={13} aria-hidden="true" />}
              onClick={givingUp.open}
            >
              {t("task.giveUp")}
            </Button>
          </Refusable>
        )}
        {phase === "ended" && (
          <Refusable refusal={mayRerun ? null : t("task.mayNotRerun")}>
            <Button
              {...common}
              disabled={!mayRerun}
              leftSection={<RotateCcw size={13} aria-hidden="true" />}
              onClick={rerunning.open}
            >
              {t("task.rerun.open")}
            </Button>
          </Refusable>
        )}
      </Group>
      {isGivingUp && <GiveUpDialog id={id} onClose={givingUp.close} />}
      {isMigrating && <MigrateDialog task={task} onClose={migrating.close} />}
      {isRerunning && <RerunDialog task={task} from={null} onClose={rerunning.close} />}
    </>
  );
}

interface RefusableProps {
  readonly refusal: string | null;
  readonly children: ReactNode;
}

/** Says why what is in it cannot be done. */
export function Refusable({ refusal, children }: RefusableProps): ReactElement {
  if (refusal === null) return <>{children}</>;
  return (
    <Tooltip label={refusal} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
      <span>{children}</span>
    </Tooltip>
  );
}
