import { Anchor, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { Time } from "../../../time/time.tsx";
import { useMay } from "../../../session/use-may.ts";
import { actorName } from "../../history/actor-name.ts";
import { Acts } from "../../history/act-list.tsx";

const EVERY_MS = 3000;

/** What people did to a run: first the runs that repeat it, then the rest. */
export function RunHistory({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation();
  const mayRead = useMay("jobs:read");
  const { data } = useApi(
    "listHistory",
    { query: { instanceId: id } },
    { enabled: mayRead, everyMs: EVERY_MS },
  );
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  const reruns = items.filter(({ kind, instanceId }) => kind === "rerun" && instanceId === id);
  return (
    <>
      {reruns.length > 0 && (
        <section>
          <div className="run-section">
            <Title order={2}>{t("history.reruns")}</Title>
          </div>
          <ul className="run-children" aria-label={t("history.reruns")}>
            {reruns.map(
              ({ madeId, by, at }) =>
                madeId !== null && (
                  <li key={madeId}>
                    <Rerun id={madeId} />
                    <Text size="sm">
                      {actorName(by, t)} · <Time at={at} />
                    </Text>
                  </li>
                ),
            )}
          </ul>
        </section>
      )}
      <section>
        <div className="run-section">
          <Title order={2}>{t("history.title")}</Title>
        </div>
        <Acts items={items} />
      </section>
    </>
  );
}

function Rerun({ id }: { readonly id: string }): ReactElement {
  const { t } = useTranslation();
  const { data } = useApi("getInstance", { path: { id } });
  return (
    <>
      {data !== undefined && <StateBadge state={data.state} />}
      <Anchor
        size="sm"
        title={id}
        renderRoot={(props) => <Link to="/instances/$id" params={{ id }} {...props} />}
      >
        {t("history.newRun")}
      </Anchor>
    </>
  );
}
