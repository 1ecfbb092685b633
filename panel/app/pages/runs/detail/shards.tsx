import { Anchor, Table, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { RunDuration } from "../parts/run-duration.tsx";
import { runNote } from "../parts/run-note.ts";
import "../../../ui/table/table.css";

type Shard = NonNullable<NonNullable<Instance["routing"]>["shards"]>[number];

/** The shards of a broadcast: who has each, and how it stands. */
export function Shards({
  id,
  shards,
}: {
  readonly id: string;
  readonly shards: readonly Shard[];
}): ReactNode {
  const { t, i18n } = useTranslation();
  const { data } = useApi("listInstanceChildren", { path: { id } });
  const runs = new Map(data?.items.map((run) => [run.shard, run]));
  return (
    <section>
      <div className="run-section">
        <Title order={2}>{t("instances.shards")}</Title>
      </div>
      <Table className="data-table" aria-label={t("instances.shards")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("instances.shard")}</Table.Th>
            <Table.Th>{t("instances.executor")}</Table.Th>
            <Table.Th>{t("instances.state")}</Table.Th>
            <Table.Th ta="end">{t("instances.duration")}</Table.Th>
            <Table.Th className="wide-cell">{t("instances.reason")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shards.map(({ id: executor, name, address, ended }, index) => {
            const run = runs.get(index);
            const state = run?.state ?? ended;
            const note = run === undefined ? null : runNote({ ...run, waitingFor: null }, t, i18n.language);
            return (
              <Table.Tr key={`${index}/${executor}`}>
                <Table.Td>
                  {run === undefined ? (
                    t("instances.shardIndex", { index })
                  ) : (
                    <Anchor
                      size="sm"
                      renderRoot={(props) => <Link to="/runs/$id" params={{ id: run.id }} {...props} />}
                    >
                      {t("instances.shardIndex", { index })}
                    </Anchor>
                  )}
                </Table.Td>
                <Table.Td className="one-line" title={address ?? executor}>
                  {name}
                </Table.Td>
                <Table.Td>{state !== undefined && <StateBadge state={state} />}</Table.Td>
                <Table.Td ta="end" className="nowrap">
                  {run !== undefined && <RunDuration run={run} />}
                </Table.Td>
                <Table.Td className={`wide-cell${note?.isWarning === true ? " warning" : " dimmed"}`}>
                  {note?.text}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}
