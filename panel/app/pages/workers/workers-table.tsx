import { ActionIcon, Group, Progress, Stack, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { TFunction } from "i18next";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Worker } from "../../api/operations.generated.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { Relative, Time } from "../../time/time.tsx";
import { LevelLine } from "../../ui/chart/level-line.tsx";
import { workerLabel } from "../runs/parts/worker-label.ts";
import { Tag } from "../../ui/tag.tsx";
import { WorkerDetail } from "./worker-detail.tsx";
import "./workers.css";

export function WorkersTable({ workers }: { readonly workers: readonly Worker[] }): ReactElement {
  const { t } = useTranslation();
  return (
    <Table className="data-table workers-table" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("workers.worker")}</Table.Th>
          <Table.Th className="worker-runtime" visibleFrom="xs">
            {t("workers.runtime")}
          </Table.Th>
          <Table.Th className="worker-load">{t("workers.load")}</Table.Th>
          <Table.Th className="worker-jobs-count" visibleFrom="xs">
            {t("workers.jobs")}
          </Table.Th>
          <Table.Th className="worker-started" visibleFrom="md">
            {t("workers.started")}
          </Table.Th>
          <Table.Th className="worker-seen">{t("workers.lastSeen")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {workers.toSorted(byName).map((worker) => (
          <WorkerRow key={worker.id} worker={worker} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Under the same name in the order of their starts. */
function byName(one: Worker, other: Worker): number {
  return (
    workerLabel(one).localeCompare(workerLabel(other), undefined, { numeric: true }) ||
    one.id.localeCompare(other.id)
  );
}

function WorkerRow({ worker }: { readonly worker: Worker }): ReactElement {
  const { t } = useTranslation();
  const [isOpen, detail] = useDisclosure(false);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Group gap={6}>
            <ActionIcon
              size="sm"
              aria-expanded={isOpen}
              aria-label={t("workers.details", { name: workerLabel(worker) })}
              onClick={detail.toggle}
            >
              <Chevron size={14} />
            </ActionIcon>
            <Text fw={600} size="sm">
              {workerLabel(worker)}
            </Text>
            <Drains worker={worker} />
            {Object.entries(worker.labels).map(([name, text]) => (
              <Tag key={name}>{text === "" ? name : `${name}=${text}`}</Tag>
            ))}
          </Group>
          <Text className="mono worker-id" c="dimmed" size="xs" title={worker.id}>
            {worker.id}
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="xs" className="nowrap">
          {worker.runtime} {worker.runtimeVersion}
          {worker.version !== null && (
            <Text size="xs" c="dimmed">
              {t("workers.version", { version: worker.version })}
            </Text>
          )}
        </Table.Td>
        <Table.Td>
          <Load worker={worker} />
        </Table.Td>
        <Table.Td visibleFrom="xs">{worker.jobKeys.length}</Table.Td>
        <Table.Td visibleFrom="md">
          <Time at={worker.startedAt} />
        </Table.Td>
        <Table.Td className="nowrap">
          <Relative at={worker.lastSeenAt} />
        </Table.Td>
      </Table.Tr>
      {isOpen && <WorkerDetail worker={worker} />}
    </>
  );
}

/** Whether it takes no new runs, and why. */
function Drains({ worker: { draining, drain, running } }: { readonly worker: Worker }): ReactElement | null {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  if (drain !== null)
    return (
      <Tag
        isWarning
        hint={t("workers.drainedHint", {
          by: drain.by === null ? t("workers.nobody") : nameOf(drain.by),
        })}
      >
        {running === 0 ? t("workers.drainedIdle") : t("workers.drained")}
      </Tag>
    );
  if (!draining) return null;
  return (
    <Tag isWarning hint={t("workers.drainingHint")}>
      {t("workers.draining")}
    </Tag>
  );
}

/** Of several jobs that ran meanwhile any may have been it: the hint names them. */
function blockedWords({ ms, jobKeys }: NonNullable<Worker["blocked"]>, t: TFunction): string {
  const seconds = (ms / 1000).toFixed(1);
  if (jobKeys.length === 0) return t("workers.blockedByMachine", { seconds });
  return jobKeys.length === 1
    ? t("workers.blockedBy", { seconds, job: jobKeys.join() })
    : t("workers.blockedByOneOf", { seconds, number: jobKeys.length });
}

function Load({ worker }: { readonly worker: Worker }): ReactElement {
  const { t } = useTranslation();
  const { running, limit, pool, abandoned, blocked, load } = worker;
  const text =
    limit === null ? t("workers.loadUnlimited", { running }) : t("workers.loadOf", { running, limit });
  return (
    <Stack gap={3} maw={160}>
      <Group gap={6}>
        <Text size="sm" className="nowrap">
          {text}
        </Text>
        {pool !== null && <Tag hint={t("workers.poolHint")}>{t("workers.pool", pool)}</Tag>}
        {abandoned > 0 && (
          <Tag isWarning hint={t("workers.abandonedHint")}>
            {t("workers.abandoned", { count: abandoned })}
          </Tag>
        )}
      </Group>
      {blocked !== null && (
        <Tag
          isWarning
          hint={
            blocked.jobKeys.length === 0
              ? t("workers.blockedByMachineHint")
              : t("workers.blockedHint", { jobs: blocked.jobKeys.join(", ") })
          }
        >
          {blockedWords(blocked, t)}
        </Tag>
      )}
      {load !== null && load.recent.length > 1 && (
        <LevelLine
          levels={load.recent}
          label={t("workers.processorOf", {
            percent: percent(load.processor ?? 0),
            most: percent(Math.max(...load.recent)),
          })}
        />
      )}
      {limit !== null && (
        <Progress
          size={4}
          value={(running / limit) * 100}
          aria-label={`${t("workers.load")} ${workerLabel(worker)}`}
        />
      )}
    </Stack>
  );
}

function percent(share: number): number {
  return Math.round(share * 100);
}
